(* More of what the program decides, computed by the definitions that the theorems are about: as in
   Examples, which has the generator of cases.

   - [distance] is the length of the shortest way between two answers, where [settled] says so
                                                                          [distance_is_least];
   - [cost] is what the noise of some rows loses along an edge            [costs_suffice];
   - where no edge leads from one group to another and no fact is changed by moves in two of them,
     neighbouring files differ in one group; [shares] says where not      [groups_apart];
   - [deviation_of] is the deviation that cuts into groups are drawn by   [deviation_is_least]. *)

From Coq Require Import List ZArith Reals Lra Lia String Bool.
From Steward Require Import Sums Policy Noise Facts Choice Examples.
Import ListNotations.
Open Scope Z_scope.

(* --------------------------------------------------------------------------------- Distances *)

(* None is longer than all numbers. *)
Definition shorter (a b : option Z) : option Z :=
  match a, b with Some a, Some b => Some (Z.min a b) | Some a, None => Some a | None, b => b end.

Definition through (w : Z) (d : option Z) : option Z := option_map (Z.add w) d.

Definition no_longer (a b : option Z) : bool :=
  match a, b with Some a, Some b => a <=? b | None, Some _ => false | _, None => true end.

Definition next_to (E : edges) (u : vertex) : list vertex :=
  flat_map (fun '(a, b, _) => (if eqv a u then [b] else []) ++ (if eqv b u then [a] else [])) E.

(* The length of the shortest way from u to v of at most n edges. *)
Fixpoint distance (E : edges) (v : vertex) (n : nat) (u : vertex) : option Z :=
  match n with
  | O => if eqv u v then Some 0 else None
  | S n => fold_right (fun t m => shorter (through (weight_in E u t) (distance E v n t)) m)
             (distance E v n u) (next_to E u)
  end.

(* No edge makes a way shorter. *)
Definition settled E v n : bool :=
  forallb (fun '(a, b, _) =>
    no_longer (distance E v n a) (through (weight_in E a b) (distance E v n b)) &&
    no_longer (distance E v n b) (through (weight_in E b a) (distance E v n a))) E.

Lemma next_to_edge E u t : In t (next_to E u) <-> edge (listed E) u t.
Proof.
  unfold next_to. rewrite in_flat_map. simpl. split.
  - intros ([[a b] w] & I & J). apply in_app_or in J as [J|J].
    + destruct (eqv a u) eqn:Q; [|easy]. apply eqv_eq in Q as ->. destruct J as [->|[]]. exists w. now left.
    + destruct (eqv b u) eqn:Q; [|easy]. apply eqv_eq in Q as ->. destruct J as [->|[]]. exists w. now right.
  - intros (w & [I|I]); (eexists; split; [exact I|]); apply in_or_app; [left|right];
      rewrite (proj2 (eqv_eq u u) eq_refl); now left.
Qed.

Lemma shortest_of {A} (g : A -> option Z) b l d :
  fold_right (fun t m => shorter (g t) m) b l = Some d -> b = Some d \/ exists t, In t l /\ g t = Some d.
Proof.
  revert d. induction l as [|t l IH]; simpl; intros d H; [now left|].
  set (m := fold_right _ _ l) in *. destruct (g t) as [x|] eqn:G, m as [y|] eqn:M; simpl in H; try easy.
  - destruct (Z.min_spec x y) as [[_ Q]|[_ Q]]; rewrite Q in H; [right; exists t; injection H as ->; auto|].
    destruct (IH d H) as [|(r & I & J)]; eauto.
  - right. exists t. rewrite G. auto.
  - destruct (IH d H) as [|(r & I & J)]; eauto.
Qed.

Lemma none_shorter {A} (g : A -> option Z) b l d : b = Some d ->
  exists e, fold_right (fun t m => shorter (g t) m) b l = Some e /\ e <= d.
Proof.
  intros ->. induction l as [|t l (e & H & L)]; simpl; [exists d; split; [reflexivity|lia]|].
  rewrite H. destruct (g t) as [x|]; simpl; eexists; (split; [reflexivity|lia]).
Qed.

Lemma distance_is_a_way E v n u d : distance E v n u = Some d -> u = v /\ d = 0 \/ way (listed E) u v (IZR d).
Proof.
  revert u d. induction n as [|n IH]; intros u d; simpl.
  - destruct (eqv u v) eqn:Q; [|easy]. apply eqv_eq in Q. intros [= <-]. now left.
  - intros H. apply shortest_of in H as [H|(t & I & H)]; [now apply IH|]. right.
    apply next_to_edge in I. destruct (distance E v n t) as [x|] eqn:T; [|easy]. injection H as <-.
    destruct (IH t x T) as [[-> ->]|W].
    + rewrite Z.add_0_r. exact (last (listed E) u v I).
    + rewrite plus_IZR. exact (step (listed E) u t v _ I W).
Qed.

Lemma settled_edge E v n u t : settled E v n = true -> edge (listed E) u t ->
  no_longer (distance E v n u) (through (weight_in E u t) (distance E v n t)) = true.
Proof.
  unfold settled. rewrite forallb_forall. intros S (w & [I|I]); specialize (S _ I); simpl in S;
    now apply andb_true_iff in S as [? ?].
Qed.

Theorem distance_is_least E v n u : settled E v n = true ->
  (forall d, distance E v n u = Some d -> u = v /\ d = 0 \/ way (listed E) u v (IZR d)) /\
  (forall d, way (listed E) u v d -> exists e, distance E v n u = Some e /\ (IZR e <= d)%R).
Proof.
  intros S. split; [apply distance_is_a_way|]. intros d W. induction W as [u v H|u t v d H W IH].
  - assert (own : exists e, distance E v n v = Some e /\ e <= 0).
    { clear. induction n as [|n (e & H & L)]; simpl.
      - rewrite (proj2 (eqv_eq v v) eq_refl). exists 0. split; [reflexivity|lia].
      - destruct (none_shorter (fun t => through (weight_in E v t) (distance E v n t)) _ (next_to E v) e H)
          as (e' & H' & L'). exists e'. split; [exact H'|lia]. }
    destruct own as (e & Q & L). pose proof (settled_edge E v n u v S H) as T. rewrite Q in T. simpl in T.
    destruct (distance E v n u) as [x|]; [|easy]. apply Z.leb_le in T. exists x. split; [reflexivity|].
    apply IZR_le. lia.
  - destruct (IH S) as (e & Q & L). pose proof (settled_edge E v n u t S H) as T. rewrite Q in T. simpl in T.
    destruct (distance E v n u) as [x|]; [|easy]. apply Z.leb_le, IZR_le in T. rewrite plus_IZR in T.
    exists x. split; [reflexivity|]. simpl. lra.
Qed.

(* -------------------------------------------------------------------------------------- Costs *)

(* What rows with noise of scales t lose between u and v, as a numerator and a denominator. *)
Definition plus_part (top t : Z) (q : Z * Z) : Z * Z := (top * snd q + fst q * t, t * snd q).
Definition cost A (t : nat -> Z) n u v : Z * Z :=
  fold_right (fun i q => plus_part (Z.abs (entry A i u - entry A i v)) (t i) q) (0, 1) (seq 0 n).

Lemma cost_is A t n u v : (forall i, 0 < t i) -> let (a, b) := cost A t n u v in
  0 < b /\ (IZR a / IZR b)%R = total (fun i => / IZR (t i) * IZR (Z.abs (entry A i u - entry A i v)))%R (seq 0 n).
Proof.
  intros pos. unfold cost. induction (seq 0 n) as [|i l IH]; simpl; [split; [lia|field]|].
  destruct (fold_right _ _ l) as [a b]. simpl. destruct IH as [B H]. split; [specialize (pos i); nia|].
  rewrite <- H. specialize (pos i). apply IZR_lt in pos, B. rewrite plus_IZR, !mult_IZR. field. lra.
Qed.

(* What the program checks of every edge is the certificate that noise on rows is private. *)
Theorem costs_suffice P c k A n t : within P k -> (forall i, 0 < t i) ->
  (forall u v, edge P u v -> let (a, b) := cost A t n u v in (IZR a / IZR b <= c * weight P u v)%R) ->
  forall u v x x', edge P u v -> moved x x' u v ->
  let F x z := fun i => if Nat.ltb i n then (row A k x i + z i) else 0 in
  never_more (exp (c * weight P u v))
    (released (long n) (fun i => / IZR (t i))%R n F x) (released (long n) (fun i => / IZR (t i))%R n F x').
Proof.
  intros W pos C. apply measured_rows; [assumption| |].
  - intros i. left. apply Rinv_0_lt_compat. now apply IZR_lt.
  - intros u v H. specialize (C u v H). pose proof (cost_is A t n u v pos) as Q.
    destruct (cost A t n u v) as [a b]. destruct Q as [_ <-]. exact C.
Qed.

(* ------------------------------------------------------------------------------------- Groups *)

(* Facts may be about many groups, as long as moves in one of them alone change each. *)
Theorem groups_apart F group D D' l : irreducible F D D' l ->
  (forall f a, In (f, a) F -> exists g, forall p, In p l -> group p <> g -> f p (D p) = f p (D' p)) ->
  exists g : nat, forall p, In p l -> group p = g.
Proof.
  intros (_ & some & zero & parts) one. destruct l as [|p0 l0] eqn:L; [easy|]. rewrite <- L in *. clear some.
  exists (group p0). destruct (parts (fun p => Nat.eqb (group p) (group p0))) as [H|H].
  - intros f a I. destruct (one f a I) as [g G]. destruct (Nat.eq_dec g (group p0)) as [->|X].
    + rewrite <- (zero f a I), totalZ_filter. apply totalZ_ext. intros p J.
      destruct (Nat.eqb_spec (group p) (group p0)); [reflexivity|]. rewrite (G p J); lia.
    + rewrite totalZ_filter, (totalZ_ext _ (fun _ => 0)); [apply totalZ_zero|]. intros p J.
      destruct (Nat.eqb_spec (group p) (group p0)) as [Q|]; [|reflexivity]. rewrite (G p J); lia.
  - exfalso. assert (I : In p0 (filter (fun p => Nat.eqb (group p) (group p0)) l)).
    { apply filter_In. split; [rewrite L; now left|apply Nat.eqb_refl]. }
    now rewrite H in I.
  - intros p I. apply (proj2 (filter_same _ _) H) in I. now apply Nat.eqb_eq in I.
Qed.

(* The group that a move is in, by the groups of answers: that of the answer at either end. *)
Definition group_of (G : nat -> nat) (m : vertex * vertex) : nat :=
  match m with (Some a, _) => G a | (None, Some a) => G a | _ => 0 end.
Definition crosses G (m : vertex * vertex) : bool :=
  match m with (Some a, Some b) => negb (Nat.eqb (G a) (G b)) | _ => false end.
Definition changes (f : nat -> vertex -> Z) (m : vertex * vertex) : bool := negb (f 0%nat (fst m) =? f 0%nat (snd m)).

(* Whether an edge leads from one group to another, or moves in both change some fact. *)
Definition between G g h (m : vertex * vertex) : bool :=
  match m with
  | (Some a, Some b) => Nat.eqb (G a) g && Nat.eqb (G b) h || Nat.eqb (G a) h && Nat.eqb (G b) g
  | _ => false
  end.
Definition shares (F : list fact) moves G g h : bool :=
  existsb (between G g h) moves ||
  existsb (fun fa => let critical g := existsb (fun m => Nat.eqb (group_of G m) g && changes (fst fa) m) moves in
    critical g && critical h) F.

(* Whether an irreducible set of at most four moves has some in both. *)
Definition mixes (F : list fact) moves G g h : bool :=
  existsb (fun n => existsb (fun l => irreducibleb F l &&
    existsb (fun m => Nat.eqb (group_of G m) g) l &&
    existsb (fun m => Nat.eqb (group_of G m) h) l) (choices n moves)) [2; 3; 4]%nat.

(* --------------------------------------------------------------------------------------- Cuts *)

(* The whole numbers from -b to b. *)
Definition around (b : Z) : list Z := map (fun i => Z.of_nat i - b) (seq 0 (Z.to_nat (2 * b + 1))).

Definition deviation_of (b : Z) (z : nat -> Z) (I : list nat) : Z :=
  fold_right Z.min (Choice.distance z I b) (map (Choice.distance z I) (around b)).

Lemma in_around b m : 0 <= b -> In m (around b) <-> - b <= m <= b.
Proof.
  intros B. unfold around. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros H. exists (Z.to_nat (m + b)). split; [lia|]. apply in_seq. lia.
Qed.

Theorem deviation_is_least b z : 0 <= b -> (forall i, - b <= z i <= b) -> deviation z (deviation_of b z).
Proof.
  intros B bound I. unfold deviation_of. split.
  - induction (around b) as [|m l [m' IH]]; simpl; [now exists b|].
    destruct (Z.min_spec (Choice.distance z I m) (fold_right Z.min (Choice.distance z I b) (map (Choice.distance z I) l)))
      as [[_ ->]|[_ ->]]; eauto.
  - intros m. set (m' := Z.max (- b) (Z.min b m)).
    apply Z.le_trans with (Choice.distance z I m').
    + assert (J : In m' (around b)) by (apply in_around; lia).
      induction (around b) as [|q l IH]; [easy|]. simpl. destruct J as [->|J]; [lia|]. specialize (IH J). lia.
    + unfold Choice.distance. apply totalZ_le. intros i _. specialize (bound i). lia.
Qed.

(* ---------------------------------------------------------------------------------- The cases *)

(* The distances of all pairs of answers, those to "not in the file" last; -1 is no way at all. *)
Definition a_policy (stream : list Z) : string :=
  let k := Z.to_nat (2 + pick stream 0 4) in
  let absent := pick stream 1 2 =? 0 in
  let E := filter (fun '(u, v, _) => negb (Nat.eqb (match u with Some a => a | None => 0 end) 3) || eqv v None)
    (some_edges stream 2 k absent 4) in
  let shown u v := if settled E v k
    then match distance E v k u with Some d => text d | None => "-1"%string end else "null"%string in
  object [("answers", natural k); ("edges", show_edges E);
    ("distances", array (fun '(u, v) => line [name u; name v; shown u v]) (pairs k absent))]%string.

(* Rows, the scales of their noise, and what they lose between all pairs. *)
Definition a_cost (stream : list Z) : string :=
  let k := Z.to_nat (2 + pick stream 0 3) in
  let n := Z.to_nat (1 + pick stream 1 4) in
  let A i a := pick stream (10 + i * 5 + a) 7 - 3 in
  let t i := 1 + pick stream (2 + i) 6 in
  object [("rows", array (fun i => array (fun a => text (A i a)) (seq 0 k)) (seq 0 n));
    ("scales", array (fun i => text (t i)) (seq 0 n));
    ("costs", array (fun '(u, v) => let (a, b) := cost A t n u v in line [name u; name v; text a; text b]) (pairs k true))]%string.

(* Five answers in three groups, facts that are lists of the answers that they count, and which groups share and mix. *)
Definition some_groups (stream : list Z) : string :=
  let k := 5%nat in
  let G a := Z.to_nat (if Nat.ltb a 3 then Z.of_nat a else pick stream (60 + a - 3) 3) in
  let E := filter (fun '(u, v, w) => negb (crosses G (u, v)) || (w =? 1)) (some_edges stream 1 k (pick stream 0 3 =? 0) 5) in
  let E := map (fun '(u, v, _) => (u, v, 1)) E in
  let sets := map (fun f => filter (fun a => Nat.eqb a (Z.to_nat (pick stream (50 + f) 5)) ||
    (pick stream (40 + 5 * f + a) 3 =? 0)) (seq 0 k)) (seq 0 (Z.to_nat (pick stream 39 3))) in
  let F := map (fun set => (fun (_ : nat) v => match v with
    | Some a => if existsb (Nat.eqb a) set then 1 else 0 | None => 0 end, 0)) sets in
  let moves := both_ways E in
  let two := [(0, 1); (0, 2); (1, 2)]%nat in
  let shown (p : nat -> nat -> bool) := array (fun '(g, h) => line [natural g; natural h]) (filter (fun '(g, h) => p g h) two) in
  object [("answers", natural k); ("groups", array (fun a => natural (G a)) (seq 0 k)); ("edges", show_edges E);
    ("facts", array (array natural) sets); ("shares", shown (shares F moves G)); ("mixes", shown (mixes F moves G))]%string.

(* Whole numbers, and the deviations of groups of neighbours: of two, four and eight. *)
Definition a_cut (stream : list Z) : string :=
  let n := Z.to_nat (1 + pick stream 0 8) in
  let z i := if Nat.ltb i n then pick stream (1 + i) 13 - 6 else 0 in
  let level w := array (fun j => text (deviation_of 6 z (filter (fun i => Nat.ltb i n) (seq (j * w) w))))
    (seq 0 (Nat.div (n + w - 1) w)) in
  object [("entries", array (fun i => text (z i)) (seq 0 n)); ("levels", array level [1; 2; 4; 8]%nat)]%string.
