(* Small cases, made up by a generator of random numbers, and what the definitions of the other files
   say of them. What stands here is computed by Coq and written to examples/*.jsonl, a case in each line;
   tests compare the program with it.

   What is computed is what the theorems are about:
   - [worst] is the least sensitivity of some rows                                 [worst_is_least];
   - [irreducibleb] decides whether a set of moves is irreducible                  [irreducible_is_decided];
   - [range] is a range sensitivity                                                [range_is_enough];
   - [slots] is the definition itself. *)

From Coq Require Import List ZArith Reals Lra Lia String DecimalString Bool.
From Steward Require Import Sums Policy Noise Rows Facts Choice.
Import ListNotations.
Open Scope Z_scope.

(* ----------------------------------------------------------------------------- Sensitivities *)

Definition edges := list (vertex * vertex * Z).

Definition joins (u v : vertex) (e : vertex * vertex * Z) : bool :=
  let '(a, b, _) := e in (eqv a u && eqv b v) || (eqv a v && eqv b u).

Definition weight_in (E : edges) u v : Z :=
  match find (joins u v) E with Some (_, _, w) => w | None => 1 end.

Definition listed (E : edges) : policy := {|
  edge u v := exists w, In (u, v, w) E \/ In (v, u, w) E;
  weight u v := IZR (weight_in E u v) |}.

(* Fractions of a number and one above zero. *)
Definition no_more (a b : Z * Z) : Prop := fst a * snd b <= fst b * snd a.
Definition larger (a b : Z * Z) : Z * Z := if fst a * snd b <? fst b * snd a then b else a.

Definition change_of (E : edges) A n (e : vertex * vertex * Z) : Z * Z :=
  let '(u, v, _) := e in (change A n u v, weight_in E u v).

Definition worst (E : edges) A n : Z * Z :=
  fold_right (fun e m => larger (change_of E A n e) m) (0, 1) E.

Lemma weight_sym E u v : weight_in E u v = weight_in E v u.
Proof.
  unfold weight_in. assert (H : find (joins u v) E = find (joins v u) E); [|now rewrite H].
  induction E as [|[[a b] w] E IH]; simpl; [reflexivity|]. now rewrite orb_comm, IH.
Qed.

Lemma change_sym A n u v : change A n u v = change A n v u.
Proof. unfold change. apply totalZ_ext. intros; lia. Qed.

Lemma weight_pos E u v : (forall u v w, In (u, v, w) E -> 0 < w) -> 0 < weight_in E u v.
Proof.
  intros H. unfold weight_in. destruct (find (joins u v) E) as [[[a b] w]|] eqn:F; [|lia].
  apply find_some in F as [I _]. now apply H in I.
Qed.

Theorem worst_is_least E A n : (forall u v w, In (u, v, w) E -> 0 < w) ->
  let (a, b) := worst E A n in
  0 < b /\ sensitivity (listed E) A n (IZR a / IZR b) /\
  forall d, (0 <= d)%R -> sensitivity (listed E) A n d -> (IZR a / IZR b <= d)%R.
Proof.
  intros pos. destruct (worst E A n) as [a b] eqn:W.
  assert (G : forall L, (forall e, In e L -> In e E) ->
    let m := fold_right (fun e m => larger (change_of E A n e) m) (0, 1) L in
    0 < snd m /\ 0 <= fst m /\ (forall e, In e L -> no_more (change_of E A n e) m) /\
    (m = (0, 1) \/ exists e, In e L /\ m = change_of E A n e)).
  { induction L as [|[[u v] w] L IH]; intros sub m.
    - cbn in m. subst m. cbn. repeat split; try lia; auto; easy.
    - destruct IH as (p & q & all & some); [intros; apply sub; now right|].
      unfold m. cbn [fold_right]. set (m' := fold_right _ _ L) in *.
      pose proof (weight_pos E u v pos) as wp.
      assert (cp : 0 <= change A n u v).
      { unfold change. apply Z.le_trans with (totalZ (fun _ : nat => 0) (seq 0 n)).
        - rewrite totalZ_zero. lia.
        - apply totalZ_le. intros; lia. }
      unfold larger. destruct (Z.ltb_spec (fst (change_of E A n (u, v, w)) * snd m')
        (fst m' * snd (change_of E A n (u, v, w)))) as [L1|L1]; cbn [change_of fst snd] in *.
      + split; [assumption|]. split; [assumption|]. split.
        * intros e [<-|I]; [|auto]. unfold no_more. cbn [fst snd change_of]. lia.
        * destruct some as [S|(e & I & S)]; [left; exact S|right; exists e; split; [now right|exact S]].
      + split; [lia|]. split; [lia|]. split.
        * intros e [<-|I]; unfold no_more; cbn [fst snd change_of]; [lia|].
          specialize (all e I). unfold no_more in all. pose proof (weight_pos E) as wq.
          destruct e as [[a' b'] w']. cbn [fst snd change_of] in *. specialize (wq a' b' pos). nia.
        * right. exists (u, v, w). split; [now left|reflexivity]. }
  destruct (G E (fun e I => I)) as (p & q & all & some). fold (worst E A n) in *. rewrite W in *.
  cbn [fst snd] in *. split; [assumption|]. apply IZR_lt in p as rp. split.
  - intros u v (w & I). cbn [listed weight].
    assert (H : no_more (change A n u v, weight_in E u v) (a, b)).
    { destruct I as [I|I]; [exact (all _ I)|]. rewrite change_sym, weight_sym. exact (all _ I). }
    unfold no_more in H. cbn [fst snd] in H. apply IZR_le in H. rewrite !mult_IZR in H.
    apply Rmult_le_reg_r with (IZR b); [assumption|].
    replace (IZR a / IZR b * IZR (weight_in E u v) * IZR b)%R with (IZR a * IZR (weight_in E u v))%R
      by (field; lra). exact H.
  - intros d d0 S. destruct some as [E0|([[u v] w] & I & H)].
    + injection E0 as -> ->. unfold Rdiv. rewrite Rmult_0_l. exact d0.
    + injection H as -> ->. specialize (S u v (ex_intro _ w (or_introl I))). cbn [listed weight] in S.
      apply Rmult_le_reg_r with (IZR (weight_in E u v)); [assumption|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact S.
Qed.

(* --------------------------------------------------------------------- Irreducible sets *)

(* All parts of a list, in its order. *)
Fixpoint parts {A} (l : list A) : list (list A) :=
  match l with [] => [[]] | a :: l => map (cons a) (parts l) ++ parts l end.

Definition from (l : list (vertex * vertex)) : file := fun p => fst (nth p l (None, None)).
Definition to (l : list (vertex * vertex)) : file := fun p => snd (nth p l (None, None)).

Definition adds_upb (F : list fact) D D' (l : list nat) : bool :=
  forallb (fun fa => totalZ (fun p => fst fa p (D' p) - fst fa p (D p)) l =? 0) F.

(* One person for each move. *)
Definition irreducibleb (F : list fact) (l : list (vertex * vertex)) : bool :=
  let everybody := seq 0 (List.length l) in
  let zero := adds_upb F (from l) (to l) in
  negb (Nat.eqb (List.length l) 0) && zero everybody &&
  forallb (fun q => negb (zero q) || Nat.eqb (List.length q) 0 || Nat.eqb (List.length q) (List.length l)) (parts everybody).

Lemma adds_upb_true F D D' l : adds_upb F D D' l = true <-> adds_up F D D' l.
Proof.
  unfold adds_upb, adds_up. rewrite forallb_forall. split.
  - intros H f a I. specialize (H (f, a) I). now apply Z.eqb_eq in H.
  - intros H [f a] I. apply Z.eqb_eq. exact (H f a I).
Qed.

Lemma in_parts {A} (l q : list A) : In q (parts l) -> NoDup l ->
  forall (dec : forall a b : A, {a = b} + {a <> b}), exists S, q = filter S l.
Proof.
  revert q. induction l as [|a l IH]; intros q I ND dec.
  - destruct I as [<-|[]]. now exists (fun _ => true).
  - apply NoDup_cons_iff in ND as [N ND]. simpl in I. apply in_app_or in I as [I|I].
    + apply in_map_iff in I as (r & <- & I). destruct (IH r I ND dec) as [S ->].
      exists (fun b => if dec b a then true else S b). simpl. destruct (dec a a); [|easy]. f_equal.
      apply filter_ext_in. intros b J. destruct (dec b a) as [->|]; easy.
    + destruct (IH q I ND dec) as [S ->]. exists (fun b => if dec b a then false else S b). simpl.
      destruct (dec a a); [|easy]. apply filter_ext_in. intros b J. destruct (dec b a) as [->|]; easy.
Qed.

Lemma filter_in_parts {A} (S : A -> bool) (l : list A) : In (filter S l) (parts l).
Proof.
  induction l as [|a l IH]; simpl; [now left|]. apply in_or_app.
  destruct (S a); [left; now apply in_map|now right].
Qed.

Lemma filter_length {A} (S : A -> bool) (l : list A) : (List.length (filter S l) <= List.length l)%nat.
Proof. induction l as [|a l IH]; simpl; [lia|]. destruct (S a); simpl; lia. Qed.

Lemma filter_whole {A} (S : A -> bool) (l : list A) :
  List.length (filter S l) = List.length l -> filter S l = l.
Proof.
  induction l as [|a l IH]; simpl; [reflexivity|]. destruct (S a); simpl; intros E.
  - f_equal. apply IH. lia.
  - pose proof (filter_length S l). lia.
Qed.

Theorem irreducible_is_decided F l :
  irreducibleb F l = true <-> irreducible F (from l) (to l) (seq 0 (List.length l)).
Proof.
  unfold irreducibleb, irreducible. rewrite !andb_true_iff, forallb_forall, adds_upb_true.
  rewrite negb_true_iff, Nat.eqb_neq. split.
  - intros [[some zero] all]. split; [apply seq_NoDup|split; [|split]].
    + intros E. apply some. rewrite <- (seq_length (List.length l) 0), E. reflexivity.
    + exact zero.
    + intros S H. specialize (all _ (filter_in_parts S _)). apply adds_upb_true in H.
      rewrite H in all. simpl in all. apply orb_true_iff in all as [E|E]; apply Nat.eqb_eq in E.
      * left. now apply length_zero_iff_nil.
      * right. apply filter_whole. now rewrite seq_length.
  - intros (_ & some & zero & all). split; [split|].
    + intros E. apply some. now rewrite E.
    + exact zero.
    + intros q I. destruct (in_parts _ q I (seq_NoDup _ _) Nat.eq_dec) as [S ->].
      destruct (adds_upb F (from l) (to l) (filter S (seq 0 (List.length l)))) eqn:H; [|reflexivity].
      apply adds_upb_true in H. simpl. apply orb_true_iff. destruct (all S H) as [-> | ->].
      * now left.
      * right. apply Nat.eqb_eq. apply seq_length.
Qed.

(* All lists of n of the moves, up to their order, which neither sums nor parts depend on. *)
Fixpoint choices {A} (n : nat) (moves : list A) : list (list A) :=
  match n with
  | O => [[]]
  | S n => (fix go l := match l with [] => [] | a :: r => map (cons a) (choices n l) ++ go r end) moves
  end.

(* The most people, up to some number, who move in an irreducible set along the edges, either way. *)
Fixpoint most_tied (F : list fact) (moves : list (vertex * vertex)) (n : nat) : nat :=
  match n with
  | O => 0
  | S m => if existsb (irreducibleb F) (choices n moves) then n else most_tied F moves m
  end.

Definition both_ways (E : edges) : list (vertex * vertex) :=
  flat_map (fun e => let '(u, v, _) := e in [(u, v); (v, u)]) E.

(* ------------------------------------------------------------------------------- Choices *)

(* The largest less the smallest difference of two vertices in the scores of n options. *)
Definition differences C n u v : list Z := map (fun o => entry C o u - entry C o v) (seq 0 n).
Definition range C n u v : Z := match differences C n u v with
  | [] => 0 | d :: l => fold_right Z.max d l - fold_right Z.min d l end.

Theorem range_is_enough C n k u v : below k u -> below k v ->
  range_sensitivity (seq 0 n) (linear_score C k) u v (IZR (range C n u v)).
Proof.
  intros Bu Bv. unfold range. destruct (differences C n u v) as [|d l] eqn:E.
  - apply (linear_range (seq 0 n) C k u v 0 0 Bu Bv). intros o I.
    apply (in_map (fun o => entry C o u - entry C o v)) in I. unfold differences in E. now rewrite E in I.
  - apply (linear_range (seq 0 n) C k u v (fold_right Z.min d l) (fold_right Z.max d l) Bu Bv). intros o I.
    apply (in_map (fun o => entry C o u - entry C o v)) in I. unfold differences in E. rewrite E in I.
    revert I. generalize (entry C o u - entry C o v). clear. intros e I.
    induction l as [|f l IH]; simpl in *; [lia|]. destruct I as [->|[->|I]]; [|lia|]; intuition lia.
Qed.

(* ------------------------------------------------------------------------------ The cases *)

Fixpoint numbers (n : nat) (s : Z) : list Z :=
  match n with
  | O => []
  | S n => let s := (s * 1103515245 + 12345) mod 2147483648 in s / 65536 :: numbers n s
  end.

(* Number i of case c, below m. *)
Definition pick (stream : list Z) (i : nat) (m : Z) : Z := nth i stream 0 mod m.

Definition text (z : Z) : string := NilZero.string_of_int (Z.to_int z).
Definition array {A} (f : A -> string) (l : list A) : string :=
  ("[" ++ concat "," (map f l) ++ "]")%string.
Definition natural (n : nat) : string := text (Z.of_nat n).
Definition name (v : vertex) : string := match v with Some a => natural a | None => "-1" end.
Definition line (parts : list string) : string := array (fun s => s) parts.
Definition object (fields : list (string * string)) : string :=
  ("{" ++ concat "," (map (fun '(n, v) => """" ++ n ++ """:" ++ v) fields) ++ "}")%string.
Definition lines (n : nat) (one : list Z -> string) : string :=
  concat (String (Ascii.ascii_of_nat 10) EmptyString) (map (fun c => one (skipn 4 (numbers 68 ((Z.of_nat c + 1) * 1640531527)))) (seq 0 n)).

Definition pairs (k : nat) (absent : bool) : list (vertex * vertex) :=
  flat_map (fun a => map (fun b => (Some a, Some b)) (seq 0 a)) (seq 0 k) ++
  (if absent then map (fun a => (Some a, None)) (seq 0 k) else []).

(* Some of the pairs, with weights up to w; the first pair always. *)
Definition some_edges (stream : list Z) (at_ : nat) (k : nat) (absent : bool) (w : Z) : edges :=
  let all := combine (seq 0 (List.length (pairs k absent))) (pairs k absent) in
  map (fun '(i, (u, v)) => (u, v, 1 + pick stream (at_ + 16 + i) w))
    (filter (fun '(i, _) => Nat.eqb i 0 || (pick stream (at_ + i) 2 =? 0)) all).

Definition show_edges (E : edges) : string :=
  array (fun e => let '(u, v, w) := e in line [name u; name v; text w]) E.

(* The size is a numerator and a denominator. *)
Definition a_sensitivity (stream : list Z) : string :=
  let k := Z.to_nat (2 + pick stream 0 4) in
  let n := Z.to_nat (1 + pick stream 1 3) in
  let E := some_edges stream 2 k (pick stream 2 2 =? 0) 4 in
  let A i a := pick stream (34 + i * 5 + a) 7 - 3 in
  let (top, bottom) := worst E A n in
  object [("answers", natural k); ("edges", show_edges E);
    ("rows", array (fun i => array (fun a => text (A i a)) (seq 0 k)) (seq 0 n));
    ("size", line [text top; text bottom])]%string.

(* Facts are lists of the answers that they count. At most 4 people are looked at: those who are tied
   along the edges, and where people may move along any pair. *)
Definition a_tie (stream : list Z) : string :=
  let k := 4%nat in
  let absent := pick stream 0 3 =? 0 in
  let E := some_edges stream 1 k absent 1 in
  let sets := map (fun f => filter (fun a => Nat.eqb a (Z.to_nat (pick stream (50 + f) 4)) ||
    (pick stream (40 + 4 * f + a) 3 =? 0)) (seq 0 k)) (seq 0 (Z.to_nat (1 + pick stream 39 2))) in
  let F := map (fun set => (fun (_ : nat) v => match v with
    | Some a => if existsb (Nat.eqb a) set then 1 else 0 | None => 0 end, 0)) sets in
  let leaves := existsb (fun '(_, v, _) => eqv v None) E in
  let all := map (fun '(u, v) => (u, v, 1)) (pairs k leaves) in
  object [("answers", natural k); ("edges", show_edges E); ("facts", array (array natural) sets);
    ("tied", natural (most_tied F (both_ways E) 4));
    ("anyhow", natural (most_tied F (both_ways all) 4))]%string.

(* The keys of one person's rows, and the numbers of those that fill slots. *)
Definition a_person (stream : list Z) : string :=
  let r := Z.to_nat (1 + pick stream 0 4) in
  let n := Z.to_nat (pick stream 1 8) in
  let rows := map (fun i => Build_row (Z.to_nat (pick stream (2 + i) 12)) (Some i) 1) (seq 0 n) in
  object [("slots", natural r); ("keys", array (fun q => natural (key q)) rows);
    ("kept", array (fun q => name (answer q)) (slots r rows))]%string.

(* The scores of some options, and the ranges of all pairs of vertices, those with "not in the file" last. *)
Definition a_choice (stream : list Z) : string :=
  let k := Z.to_nat (2 + pick stream 0 3) in
  let n := Z.to_nat (2 + pick stream 1 3) in
  let C i a := pick stream (2 + i * 5 + a) 7 - 3 in
  object [("scores", array (fun i => array (fun a => text (C i a)) (seq 0 k)) (seq 0 n));
    ("ranges", array (fun '(u, v) => line [name u; name v; text (range C n u v)]) (pairs k true))]%string.
