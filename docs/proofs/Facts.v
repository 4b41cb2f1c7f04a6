(* Public facts, several releases, and groups of people.

   A file gives every person 0, 1, ..., n-1 an answer or "not in the file". A fact is public: a sum over
   people of what each person's answer counts in it has a known value. It may concern some people only.
   Two files that agree with all facts seldom differ by one person.

   Neighbours under facts (He, Machanavajjhala and Ding 2014, definition 4.1) are read in two ways:
   - [neighbours]: both files agree with the facts, people move along edges, and no part of the moves
     could be made alone without breaking a fact.
   - [strict]: to the letter. What is smallest is first the set of people who move along an edge, then
     the set of all who move; people may move along pairs that are no edges to make counts good.

   What is proved:
   - If m times the lightest move is at least all moves together, a mechanism that is private at budget
     c/m without the facts hides neighbours by c times the lightest move           [reduction];
     m = 1 + (k-1) hi/lo will do where at most k people move, by weights from lo to hi  [factor].
   - The moves of neighbours are an irreducible set: they add up to nothing in all facts, and no part of
     them does. k is the size of the largest irreducible set, whatever the values of the facts
     [irreducible_moves], and no smaller number will do                            [irreducible_tight].
   - A strict pair is an irreducible set of moves along any pairs, one of them an edge: k people, one
     of whom moves along an edge and the others no farther than two answers can be  [strict_reduction].
   - A release sees how many people have each answer, and not who. If one file, with its answers dealt out
     anew, is reached from the other along ways that are m times w long together, a mechanism that is private
     at budget c/m hides the two by c times w, whoever moved                              [steps].
   - Facts that no edge changes tie nobody, in both readings           [free_facts, strict_free].
   - Several releases, each under a policy of its own, which the policy of one of them covers when seen
     through its columns, with all facts ever stated: losses add up, each with that one's factor
     [releases_under_facts]; by ways between the files with answers dealt out anew, too [releases_apart].
     Without facts, of any two answers each release tells no more than its
     budget times its own distance between them                                     [releases].
   - Releases about different groups of people, where each fact concerns one group: neighbours differ in
     one group [one_group], and all releases together lose what the one about that group does [groups]. *)

From Coq Require Import List Permutation ZArith Reals Lra Lia FunctionalExtensionality.
From Steward Require Import Sums Policy.
Import ListNotations.
Open Scope R_scope.

Definition file := nat -> vertex.
Definition fact : Type := (nat -> vertex -> Z) * Z.  (* what a person's answer counts; the value *)

Definition counts_of (n : nat) (D : file) : counts := fun c => totalZ (fun p => unit (D p) c) (seq 0 n).

Definition agrees (n : nat) (F : list fact) (D : file) : Prop :=
  forall f a, In (f, a) F -> totalZ (fun p => f p (D p)) (seq 0 n) = a.

Definition same (n : nat) (D D' : file) : Prop := forall p, (p < n)%nat -> D p = D' p.

(* Those in S have made their move. *)
Definition mix (S : nat -> bool) (D D' : file) : file := fun p => if S p then D' p else D p.

Definition eqv (u v : vertex) : bool :=
  match u, v with Some a, Some b => Nat.eqb a b | None, None => true | _, _ => false end.

Definition changed n (D D' : file) : list nat := filter (fun p => negb (eqv (D p) (D' p))) (seq 0 n).

Record neighbours P n F (D D' : file) : Prop := {
  first_agrees : agrees n F D;
  second_agrees : agrees n F D';
  differ : ~ same n D D';
  along_edges : forall p, (p < n)%nat -> D p = D' p \/ edge P (D p) (D' p);
  minimal : forall S, agrees n F (mix S D D') -> same n (mix S D D') D \/ same n (mix S D D') D' }.

(* What all the moves weigh together. *)
Definition moved_in_all P n D D' : R := total (fun p => weight P (D p) (D' p)) (changed n D D').

Lemma eqv_eq u v : eqv u v = true <-> u = v.
Proof.
  destruct u as [a|], v as [b|]; simpl; split; intros H; try easy.
  - now apply Nat.eqb_eq in H as ->.
  - injection H as ->. apply Nat.eqb_refl.
Qed.

Lemma in_changed n D D' p : In p (changed n D D') <-> (p < n)%nat /\ D p <> D' p.
Proof.
  unfold changed. rewrite filter_In, in_seq.
  destruct (eqv (D p) (D' p)) eqn:E; simpl.
  - apply eqv_eq in E. intuition; easy.
  - assert (D p <> D' p) by (intros H; apply eqv_eq in H; congruence). intuition; lia.
Qed.

Lemma file_moves P n (D D' : file) (far : nat -> R) :
  (forall p, (p < n)%nat -> D p <> D' p -> way P (D p) (D' p) (far p)) ->
  moves P (counts_of n D) (counts_of n D') (total far (changed n D D')).
Proof.
  unfold counts_of, changed. intros H.
  assert (G : forall p, In p (seq 0 n) -> D p <> D' p -> way P (D p) (D' p) (far p)).
  { intros p I. apply in_seq in I. apply H. lia. }
  clear H. induction (seq 0 n) as [|p l IH]; [constructor|].
  assert (A : forall D : file, (fun c => totalZ (fun p => unit (D p) c) (p :: l)) =
    add (unit (D p)) (fun c => totalZ (fun p => unit (D p) c) l)) by reflexivity.
  rewrite !A. specialize (IH (fun q I => G q (or_intror I))).
  cbn [filter]. destruct (eqv (D p) (D' p)) eqn:E; cbn [negb].
  - apply eqv_eq in E. rewrite E, !(add_comm (unit (D' p))). now apply moves_add.
  - cbn [total]. apply moves_both; [|assumption].
    assert (N : D p <> D' p) by (intros N; apply eqv_eq in N; congruence).
    specialize (G p (or_introl eq_refl) N). clear - G.
    induction G as [u v E|u t v d E W IH].
    + apply moves_edge; [assumption|]. intros c. lia.
    + apply moves_trans with (unit t); [|assumption].
      apply moves_edge; [assumption|]. intros c. lia.
Qed.

Lemma edge_moves P n F D D' : neighbours P n F D D' ->
  moves P (counts_of n D) (counts_of n D') (moved_in_all P n D D').
Proof.
  intros N. apply file_moves. intros p B C.
  destruct (along_edges _ _ _ _ _ N p B); [easy|]. now constructor.
Qed.

(* ------------------------------------------------------------------------------- Reduction *)

(* [ties P F m]: m times any move of neighbours weighs at least as much as all of them. *)
Definition ties P F (m : R) : Prop := forall n D D', neighbours P n F D D' ->
  forall p, In p (changed n D D') -> moved_in_all P n D D' <= m * weight P (D p) (D' p).

Theorem reduction {out} P F m c (M : mechanism out) n D D' :
  0 < m -> 0 <= c -> (forall x o, 0 <= M x o) -> ties P F m -> private P (c / m) M ->
  neighbours P n F D D' -> forall p, In p (changed n D D') -> forall o,
  M (counts_of n D) o <= exp (c * weight P (D p) (D' p)) * M (counts_of n D') o.
Proof.
  intros m0 c0 pos T priv N p I o.
  apply Rle_trans with (1 := chain _ _ _ _ _ _ priv (edge_moves _ _ _ _ _ N) o).
  apply Rmult_le_compat_r; [apply pos|].
  assert (L : c / m * moved_in_all P n D D' <= c * weight P (D p) (D' p)).
  { replace (c * weight P (D p) (D' p)) with (c / m * (m * weight P (D p) (D' p))) by (field; lra).
    apply Rmult_le_compat_l; [|now apply T with (n := n)].
    unfold Rdiv. apply Rmult_le_pos; [assumption|]. left. now apply Rinv_0_lt_compat. }
  destruct L as [L|L]; [left; now apply exp_increasing|rewrite L; lra].
Qed.

Lemma one_and_others (f : nat -> R) hi l p : NoDup l -> In p l -> (forall q, In q l -> f q <= hi) ->
  total f l <= f p + (INR (length l) - 1) * hi.
Proof.
  intros ND I B. induction ND as [|q l N ND IH]; [easy|].
  cbn [total length]. rewrite S_INR. destruct I as [->|I].
  - assert (total f l <= total (fun _ => hi) l) by (apply total_le; intros; apply B; now right).
    rewrite total_const in H. lra.
  - specialize (IH I (fun r J => B r (or_intror J))). pose proof (B q (or_introl eq_refl)). lra.
Qed.

Lemma changed_nodup n D D' : NoDup (changed n D D').
Proof. apply NoDup_filter, seq_NoDup. Qed.

Theorem factor P F k lo hi :
  0 < lo -> lo <= hi -> (1 <= k)%nat ->
  (forall u v, edge P u v -> lo <= weight P u v <= hi) ->
  (forall n D D', neighbours P n F D D' -> (length (changed n D D') <= k)%nat) ->
  ties P F (1 + (INR k - 1) * (hi / lo)).
Proof.
  intros lo0 lohi k1 W most n D D' N p I.
  assert (edges : forall q, In q (changed n D D') -> edge P (D q) (D' q)).
  { intros q J. apply in_changed in J as [B C]. destruct (along_edges _ _ _ _ _ N q B); easy. }
  pose proof (W _ _ (edges p I)) as [Wp _].
  apply Rle_trans with (weight P (D p) (D' p) + (INR (length (changed n D D')) - 1) * hi).
  - apply (one_and_others (fun p => weight P (D p) (D' p))); auto using changed_nodup.
    intros q J. apply W, edges, J.
  - specialize (most n D D' N). apply le_INR in most, k1. simpl in k1.
    assert ((INR (length (changed n D D')) - 1) * hi <= (INR k - 1) * hi)
      by (apply Rmult_le_compat_r; lra).
    assert ((INR k - 1) * hi <= (INR k - 1) * (hi / lo) * weight P (D p) (D' p)); [|lra].
    rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    apply Rle_trans with (hi / lo * lo); [right; field; lra|].
    apply Rmult_le_compat_l; [|assumption]. unfold Rdiv. apply Rmult_le_pos; [lra|].
    left. now apply Rinv_0_lt_compat.
Qed.

(* --------------------------------------------------------------------- Steps between counts *)

(* The same answers, dealt out to the people anew. *)
Definition rearranged n (D D' : file) : Prop := Permutation (map D (seq 0 n)) (map D' (seq 0 n)).

Lemma rearranged_counts n D D' (see : vertex -> vertex) : rearranged n D D' ->
  counts_of n (fun p => see (D p)) = counts_of n (fun p => see (D' p)).
Proof.
  intros R. extensionality c. unfold counts_of.
  assert (M : forall (D : file) l, totalZ (fun p => unit (see (D p)) c) l =
    totalZ (fun v => unit (see v) c) (map D l)).
  { intros E l. induction l as [|p l IH]; simpl; [reflexivity|]. now rewrite IH. }
  rewrite !M. induction R; simpl; lia.
Qed.

Theorem steps {out} P m w c (M : mechanism out) n D D' E (far : nat -> R) :
  0 < m -> 0 <= c -> (forall x o, 0 <= M x o) -> private P (c / m) M ->
  rearranged n D' E ->
  (forall p, (p < n)%nat -> D p <> E p -> way P (D p) (E p) (far p)) ->
  total far (changed n D E) <= m * w ->
  forall o, M (counts_of n D) o <= exp (c * w) * M (counts_of n D') o.
Proof.
  intros m0 c0 pos priv R W T o.
  pose proof (rearranged_counts n D' E (fun v => v) R) as Q. cbv beta in Q.
  change (counts_of n D' = counts_of n E) in Q. rewrite Q.
  apply Rle_trans with (1 := chain _ _ _ _ _ _ priv (file_moves _ _ _ _ _ W) o).
  apply Rmult_le_compat_r; [apply pos|].
  assert (L : c / m * total far (changed n D E) <= c * w).
  { replace (c * w) with (c / m * (m * w)) by (field; lra).
    apply Rmult_le_compat_l; [|assumption].
    unfold Rdiv. apply Rmult_le_pos; [assumption|]. left. now apply Rinv_0_lt_compat. }
  destruct L as [L|L]; [left; now apply exp_increasing|rewrite L; lra].
Qed.

(* ------------------------------------------------------------------------ Irreducible sets *)

(* The people in l move from D to D', which changes no fact. *)
Definition adds_up (F : list fact) D D' (l : list nat) : Prop :=
  forall f a, In (f, a) F -> totalZ (fun p => f p (D' p) - f p (D p))%Z l = 0%Z.

Definition irreducible F D D' (l : list nat) : Prop :=
  NoDup l /\ l <> [] /\ adds_up F D D' l /\
  forall S, adds_up F D D' (filter S l) -> filter S l = [] \/ filter S l = l.

Lemma totalZ_filter {A} (g : A -> Z) (S : A -> bool) l :
  totalZ g (filter S l) = totalZ (fun p => if S p then g p else 0%Z) l.
Proof. induction l as [|p l IH]; simpl; [|destruct (S p); simpl]; lia. Qed.

Lemma mix_sum (f : nat -> vertex -> Z) S D D' n :
  totalZ (fun p => f p (mix S D D' p)) (seq 0 n) =
  (totalZ (fun p => f p (D p)) (seq 0 n) +
   totalZ (fun p => f p (D' p) - f p (D p)) (filter S (changed n D D')))%Z.
Proof.
  unfold changed. rewrite !totalZ_filter, <- totalZ_plus. apply totalZ_ext. intros p _.
  unfold mix. destruct (eqv (D p) (D' p)) eqn:E; simpl; [apply eqv_eq in E; rewrite E|]; destruct (S p); lia.
Qed.

Lemma agrees_mix n F D D' S : agrees n F D ->
  (agrees n F (mix S D D') <-> adds_up F D D' (filter S (changed n D D'))).
Proof.
  intros A. split; intros H f a I; pose proof (A f a I); pose proof (H f a I) as HH;
    rewrite mix_sum in *; lia.
Qed.

Lemma mix_all D D' : mix (fun _ => true) D D' = D'.
Proof. reflexivity. Qed.

Lemma filter_all {A} (l : list A) : filter (fun _ => true) l = l.
Proof. induction l; simpl; congruence. Qed.

Lemma all_add_up n F D D' : agrees n F D -> agrees n F D' -> adds_up F D D' (changed n D D').
Proof.
  intros A A'. rewrite <- (filter_all (changed n D D')). apply agrees_mix; [assumption|]. exact A'.
Qed.

Lemma changed_nil n D D' : changed n D D' = [] <-> same n D D'.
Proof.
  split.
  - intros E p B. destruct (eqv (D p) (D' p)) eqn:Q; [now apply eqv_eq|].
    assert (I : In p (changed n D D')).
    { apply in_changed. split; [assumption|]. intros H. apply eqv_eq in H. congruence. }
    now rewrite E in I.
  - intros H. destruct (changed n D D') as [|p l] eqn:E; [reflexivity|].
    assert (I : In p (changed n D D')) by (rewrite E; now left).
    apply in_changed in I as [B C]. now destruct C; apply H.
Qed.

Lemma mix_first n S D D' : same n (mix S D D') D <-> filter S (changed n D D') = [].
Proof.
  split.
  - intros H. destruct (filter S (changed n D D')) as [|p l] eqn:E; [reflexivity|].
    assert (I : In p (filter S (changed n D D'))) by (rewrite E; now left).
    apply filter_In in I as [I Sp]. apply in_changed in I as [B C]. specialize (H p B).
    unfold mix in H. rewrite Sp in H. now destruct C.
  - intros E p B. unfold mix. destruct (S p) eqn:Sp; [|reflexivity].
    destruct (eqv (D p) (D' p)) eqn:Q; [now apply eqv_eq in Q|].
    assert (I : In p (filter S (changed n D D'))).
    { apply filter_In. split; [|assumption]. apply in_changed. split; [assumption|].
      intros H. apply eqv_eq in H. congruence. }
    now rewrite E in I.
Qed.

Lemma filter_same {A} (S : A -> bool) l : (forall p, In p l -> S p = true) <-> filter S l = l.
Proof.
  induction l as [|p l IH]; simpl; [intuition|].
  split.
  - intros H. rewrite (H p (or_introl eq_refl)). f_equal. apply IH. intros; apply H; now right.
  - intros E. destruct (S p) eqn:Sp.
    + injection E as E. intros q [<-|I]; [assumption|]. now apply IH.
    + exfalso. assert (L : (length (filter S l) <= length l)%nat).
      { clear. induction l as [|q l IH]; simpl; [lia|]. destruct (S q); simpl; lia. }
      rewrite E in L. simpl in L. lia.
Qed.

Lemma mix_second n S D D' : same n (mix S D D') D' <-> filter S (changed n D D') = changed n D D'.
Proof.
  rewrite <- filter_same. split.
  - intros H p I. apply in_changed in I as [B C]. specialize (H p B). unfold mix in H.
    now destruct (S p).
  - intros H p B. unfold mix. destruct (S p) eqn:Sp; [reflexivity|].
    destruct (eqv (D p) (D' p)) eqn:Q; [now apply eqv_eq in Q|].
    rewrite H in Sp; [easy|]. apply in_changed. split; [assumption|].
    intros E. apply eqv_eq in E. congruence.
Qed.

Theorem irreducible_moves P n F D D' : neighbours P n F D D' -> irreducible F D D' (changed n D D').
Proof.
  intros N. split; [apply changed_nodup|split; [|split]].
  - intros E. apply changed_nil in E. now apply (differ _ _ _ _ _ N).
  - apply all_add_up; [apply (first_agrees _ _ _ _ _ N)|apply (second_agrees _ _ _ _ _ N)].
  - intros S A. apply agrees_mix in A; [|apply (first_agrees _ _ _ _ _ N)].
    rewrite <- mix_first, <- mix_second. now apply (minimal _ _ _ _ _ N).
Qed.

(* The facts with the values that they have in a file. *)
Definition of_file n (F : list fact) (D : file) : list fact :=
  map (fun fa => (fst fa, totalZ (fun p => fst fa p (D p)) (seq 0 n))) F.

Theorem irreducible_tight P n F D D' :
  irreducible F D D' (changed n D D') ->
  (forall p, In p (changed n D D') -> edge P (D p) (D' p)) ->
  neighbours P n (of_file n F D) D D'.
Proof.
  intros (_ & some & zero & parts) E.
  assert (A : agrees n (of_file n F D) D).
  { intros f a I. apply in_map_iff in I as ([g b] & Q & _). simpl in Q. now injection Q as <- <-. }
  assert (U : forall l, adds_up (of_file n F D) D D' l <-> adds_up F D D' l).
  { intros l. split; intros H f a I.
    - apply (H f (totalZ (fun p => f p (D p)) (seq 0 n))). apply in_map_iff. now exists (f, a).
    - apply in_map_iff in I as ([g b] & Q & I). simpl in Q. injection Q as <- <-. now apply (H g b). }
  split.
  - assumption.
  - rewrite <- (mix_all D D'). apply agrees_mix; [assumption|]. rewrite filter_all. now apply U.
  - intros H. apply some. now apply changed_nil.
  - intros p B. destruct (eqv (D p) (D' p)) eqn:Q; [left; now apply eqv_eq|right].
    apply E, in_changed. split; [assumption|]. intros H. apply eqv_eq in H. congruence.
  - intros S H. apply agrees_mix in H; [|assumption].
    rewrite mix_first, mix_second. apply parts. now apply U.
Qed.

(* Who could move alone does. *)
Lemma alone n F D D' p : irreducible F D D' (changed n D D') -> In p (changed n D D') ->
  (forall f a, In (f, a) F -> f p (D p) = f p (D' p)) -> length (changed n D D') = 1%nat.
Proof.
  intros (ND & _ & _ & parts) I free.
  destruct (parts (Nat.eqb p)) as [H|H].
  - intros f a J. rewrite totalZ_filter. rewrite (totalZ_ext _ (fun _ => 0%Z)); [apply totalZ_zero|].
    intros q _. destruct (Nat.eqb_spec p q) as [<-|]; [|reflexivity]. rewrite (free f a J). lia.
  - assert (J : In p (filter (Nat.eqb p) (changed n D D')))
      by (apply filter_In; split; [assumption|apply Nat.eqb_refl]).
    now rewrite H in J.
  - assert (Q : forall q, In q (changed n D D') -> p = q)
      by (intros q J; apply Nat.eqb_eq; now apply (proj2 (filter_same _ _) H)).
    destruct (changed n D D') as [|q [|r l]]; [easy|reflexivity|].
    apply NoDup_cons_iff in ND as [X _]. destruct X. left.
    rewrite <- (Q q), <- (Q r); simpl; auto.
Qed.

Theorem free_facts P n F D D' :
  (forall f a p u v, In (f, a) F -> edge P u v -> f p u = f p v) ->
  neighbours P n F D D' -> length (changed n D D') = 1%nat.
Proof.
  intros free N. pose proof (irreducible_moves _ _ _ _ _ N) as H.
  destruct (changed n D D') as [|p l] eqn:E; [now destruct H|]. rewrite <- E in *.
  apply alone with F p; [assumption|rewrite E; now left|]. intros f a I.
  assert (J : In p (changed n D D')) by (rewrite E; now left). apply in_changed in J as [B C].
  destruct (along_edges _ _ _ _ _ N p B) as [Q|Q]; [easy|]. exact (free f a p _ _ I Q).
Qed.

(* ----------------------------------------------------------------------- To the letter *)

(* The secret pairs along which people move, and all moves: the person and where to. *)
Definition secret_moves P n (D D' : file) p v : Prop := (p < n)%nat /\ D' p = v /\ edge P (D p) v.
Definition all_moves n (D D' : file) p v : Prop := (p < n)%nat /\ D' p = v /\ D p <> v.

Definition inside (A B : nat -> vertex -> Prop) : Prop := forall p v, A p v -> B p v.

Record strict P n F (D D' : file) : Prop := {
  strict_first : agrees n F D;
  strict_second : agrees n F D';
  some_secret : exists p v, secret_moves P n D D' p v;
  fewest_secret : forall D3, agrees n F D3 -> (exists p v, secret_moves P n D D3 p v) ->
    inside (secret_moves P n D D3) (secret_moves P n D D') ->
    inside (secret_moves P n D D') (secret_moves P n D D3);
  fewest_moves : forall D3, agrees n F D3 ->
    inside (secret_moves P n D D3) (secret_moves P n D D') ->
    inside (secret_moves P n D D') (secret_moves P n D D3) ->
    inside (all_moves n D D3) (all_moves n D D') -> inside (all_moves n D D') (all_moves n D D3) }.

Definition loopless (P : policy) : Prop := forall u, ~ edge P u u.

Lemma strict_irreducible P n F D D' : loopless P -> strict P n F D D' ->
  irreducible F D D' (changed n D D').
Proof.
  intros NL N. pose proof (strict_first _ _ _ _ _ N) as A.
  destruct (some_secret _ _ _ _ _ N) as (p & v & B & <- & E).
  assert (C : In p (changed n D D')).
  { apply in_changed. split; [assumption|]. intros Q. rewrite Q in E. now apply NL in E. }
  pose proof (all_add_up n F D D' A (strict_second _ _ _ _ _ N)) as Z.
  (* Whichever part p is in is everything. *)
  assert (W : forall S, S p = true -> adds_up F D D' (filter S (changed n D D')) ->
    filter S (changed n D D') = changed n D D').
  { intros S Sp H. apply agrees_mix in H; [|assumption].
    assert (I : inside (secret_moves P n D (mix S D D')) (secret_moves P n D D')).
    { intros q w (Bq & <- & Eq). unfold mix in *. destruct (S q); [|now apply NL in Eq].
      now repeat split. }
    assert (J : inside (secret_moves P n D D') (secret_moves P n D (mix S D D'))).
    { apply (fewest_secret _ _ _ _ _ N); auto. exists p, (D' p). repeat split; auto.
      unfold mix. now rewrite Sp. }
    assert (K : inside (all_moves n D D') (all_moves n D (mix S D D'))).
    { apply (fewest_moves _ _ _ _ _ N); auto. intros q w (Bq & <- & Nq). unfold mix in *.
      destruct (S q); [now repeat split|easy]. }
    apply filter_same. intros q Iq. apply in_changed in Iq as [Bq Nq].
    destruct (K q (D' q)) as (_ & Q & _); [now repeat split|]. unfold mix in Q.
    now destruct (S q). }
  split; [apply changed_nodup|split; [|split]].
  - intros Q. now rewrite Q in C.
  - exact Z.
  - intros S H. destruct (S p) eqn:Sp; [right; auto|left].
    assert (T : filter (fun q => negb (S q)) (changed n D D') = changed n D D').
    { apply W; [now rewrite Sp|]. intros f a I. specialize (H f a I). specialize (Z f a I).
      rewrite totalZ_filter in *.
      assert (Q : (totalZ (fun p => if S p then f p (D' p) - f p (D p) else 0) (changed n D D') +
        totalZ (fun p => if negb (S p) then f p (D' p) - f p (D p) else 0) (changed n D D'))%Z = 0%Z);
        [|lia].
      rewrite <- totalZ_plus, <- Z. apply totalZ_ext. intros q _. destruct (S q); simpl; lia. }
    destruct (filter S (changed n D D')) as [|q l] eqn:Q; [reflexivity|].
    assert (I : In q (filter S (changed n D D'))) by (rewrite Q; now left).
    apply filter_In in I as [I Sq]. apply filter_same with (p := q) in T; [|assumption].
    now rewrite Sq in T.
Qed.

Theorem strict_free P n F D D' : loopless P ->
  (forall f a p u v, In (f, a) F -> edge P u v -> f p u = f p v) ->
  strict P n F D D' -> length (changed n D D') = 1%nat.
Proof.
  intros NL free N. destruct (some_secret _ _ _ _ _ N) as (p & v & B & <- & E).
  apply alone with F p; [now apply strict_irreducible with P| |].
  - apply in_changed. split; [assumption|]. intros Q. rewrite Q in E. now apply NL in E.
  - intros f a I. exact (free f a p _ _ I E).
Qed.

(* At most k people are in an irreducible set, and ways of the given lengths, at most far, lead from
   any answer to any other. *)
Theorem strict_reduction {out} P F k far length_of c (M : mechanism out) n D D' :
  loopless P -> 0 <= c -> (forall x o, 0 <= M x o) -> private P c M ->
  (forall D D' l, irreducible F D D' l -> (length l <= k)%nat) ->
  0 <= far -> (forall u v, u <> v -> way P u v (length_of u v) /\ length_of u v <= far) ->
  strict P n F D D' ->
  exists p, (p < n)%nat /\ edge P (D p) (D' p) /\ forall o,
  M (counts_of n D) o <=
    exp (c * (weight P (D p) (D' p) + (INR k - 1) * far)) * M (counts_of n D') o.
Proof.
  intros NL c0 pos priv most far0 ways N.
  destruct (some_secret _ _ _ _ _ N) as (p & v & B & <- & E). exists p. repeat split; auto. intros o.
  set (f q := if Nat.eqb q p then weight P (D p) (D' p) else Rmin far (length_of (D q) (D' q))).
  assert (C : In p (changed n D D')).
  { apply in_changed. split; [assumption|]. intros Q. rewrite Q in E. now apply NL in E. }
  assert (W : forall q, (q < n)%nat -> D q <> D' q -> way P (D q) (D' q) (f q)).
  { intros q _ Q. unfold f. destruct (Nat.eqb_spec q p) as [->|]; [now constructor|].
    destruct (ways _ _ Q) as [W L]. now rewrite Rmin_right. }
  apply Rle_trans with (1 := chain _ _ _ _ _ _ priv (file_moves _ _ _ _ _ W) o).
  apply Rmult_le_compat_r; [apply pos|].
  assert (T : total f (changed n D D') <= weight P (D p) (D' p) + (INR k - 1) * far).
  { pose proof (most _ _ _ (strict_irreducible _ _ _ _ _ NL N)) as K. apply le_INR in K.
    destruct (in_split _ _ C) as (l1 & l2 & Q).
    pose proof (changed_nodup n D D') as ND. rewrite Q in *. apply NoDup_remove_2 in ND.
    assert (O : total f (l1 ++ l2) <= INR (length (l1 ++ l2)) * far).
    { rewrite <- total_const. apply total_le. intros q I. unfold f.
      destruct (Nat.eqb_spec q p) as [->|]; [easy|]. apply Rmin_l. }
    assert (fp : f p = weight P (D p) (D' p)) by (unfold f; now rewrite Nat.eqb_refl).
    rewrite total_app in *. simpl. rewrite fp. rewrite app_length in *. simpl in K.
    rewrite Nat.add_succ_r, S_INR in K.
    apply (Rmult_le_compat_r far) in K; [|assumption]. lra. }
  apply (Rmult_le_compat_l c) in T; [|assumption].
  destruct T as [L|L]; [left; now apply exp_increasing|rewrite L; lra].
Qed.

(* ------------------------------------------------------------------------ Several releases *)

(* A release is made of what its columns show of each answer, and may depend on what earlier ones
   published. Everything that is published is of one type; take the union of what there is. *)
Record release (out : Type) := {
  its : policy;
  seen : vertex -> vertex;
  budget : R;                              (* it hides an edge of its policy by budget times weight *)
  shows : list out -> mechanism out }.
Arguments its {out}. Arguments seen {out}. Arguments budget {out}. Arguments shows {out}.

Definition sound {out} (r : release out) : Prop :=
  0 <= budget r /\ (forall h x o, 0 <= shows r h x o) /\
  forall h, private (its r) (budget r) (shows r h).

(* How likely all that is published is, from files, after the history h. *)
Fixpoint joint {out} (n : nat) (rs : list (release out)) (h : list out) (D : file) (os : list out) : R :=
  match rs, os with
  | [], [] => 1
  | r :: rs, o :: os =>
      shows r h (counts_of n (fun p => seen r (D p))) o * joint n rs (o :: h) D os
  | _, _ => 0
  end.

Lemma joint_nonneg {out} n (rs : list (release out)) : Forall sound rs ->
  forall h D os, 0 <= joint n rs h D os.
Proof.
  induction 1 as [|r rs (_ & pos & _) _ IH]; intros h D [|o os]; simpl; try lra.
  now apply Rmult_le_pos.
Qed.

Lemma joint_le {out} n (rs : list (release out)) D D' (loss : release out -> R) :
  Forall sound rs ->
  (forall r, In r rs -> forall h o, shows r h (counts_of n (fun p => seen r (D p))) o <=
     exp (loss r) * shows r h (counts_of n (fun p => seen r (D' p))) o) ->
  forall h os, joint n rs h D os <= exp (total loss rs) * joint n rs h D' os.
Proof.
  intros S. induction S as [|r rs s S IH]; intros H h os.
  - destruct os; simpl; rewrite exp_0; lra.
  - destruct os as [|o os]; [simpl; lra|]. cbn [joint total].
    specialize (IH (fun q I => H q (or_intror I)) (o :: h) os).
    specialize (H r (or_introl eq_refl) h o). destruct s as (_ & pos & _).
    rewrite exp_plus.
    apply Rle_trans with (exp (loss r) * shows r h (counts_of n (fun p => seen r (D' p))) o *
      (exp (total loss rs) * joint n rs (o :: h) D' os)); [|right; ring].
    apply Rmult_le_compat; auto. now apply joint_nonneg.
Qed.

(* Of any two answers of one person each release tells no more than its own policy lets it, and nothing
   where its columns show the two alike. *)
Theorem releases {out} n (rs : list (release out)) D D' p (far : release out -> R) :
  Forall sound rs -> (p < n)%nat -> (forall q, q <> p -> D q = D' q) ->
  (forall r, In r rs -> way (its r) (seen r (D p)) (seen r (D' p)) (far r) \/
     (seen r (D p) = seen r (D' p) /\ far r = 0)) ->
  forall os, joint n rs [] D os <= exp (total (fun r => budget r * far r) rs) * joint n rs [] D' os.
Proof.
  intros S B same W os. apply joint_le; [assumption|].
  intros r I h o. rewrite Forall_forall in S. destruct (S r I) as (_ & _ & priv).
  destruct (W r I) as [way|[E ->]].
  2:{ rewrite Rmult_0_r, exp_0, Rmult_1_l. right. f_equal. extensionality c. unfold counts_of.
      apply totalZ_ext. intros q _. destruct (Nat.eq_dec q p) as [->|X]; [now rewrite E|].
      now rewrite same by assumption. }
  apply closure with (P := its r) (u := seen r (D p)) (v := seen r (D' p)); auto.
  intros c. unfold counts_of.
  rewrite (totalZ_ext (fun q => unit (seen r (D q)) c)
    (fun q => unit (seen r (D' q)) c +
      (if Nat.eqb q p then unit (seen r (D q)) c - unit (seen r (D' q)) c else 0))%Z).
  - rewrite totalZ_plus, (totalZ_single Nat.eqb Nat.eqb_eq); [ring|apply seq_NoDup|].
    apply in_seq. lia.
  - intros q _. destruct (Nat.eqb_spec q p); [lia|]. rewrite same by assumption. lia.
Qed.

(* Seen through the columns of r, a move along an edge of P is no move, or an edge that weighs no more. *)
Definition covers {out} (P : policy) (r : release out) : Prop := forall u v, edge P u v ->
  seen r u = seen r v \/
  (edge (its r) (seen r u) (seen r v) /\ weight (its r) (seen r u) (seen r v) <= weight P u v).

Lemma seen_moves {out} P (r : release out) n F D D' : (forall u v, edge P u v -> 0 <= weight P u v) ->
  covers P r -> neighbours P n F D D' -> exists d,
  moves (its r) (counts_of n (fun p => seen r (D p))) (counts_of n (fun p => seen r (D' p))) d /\
  d <= moved_in_all P n D D'.
Proof.
  intros W C N.
  set (f p := weight (its r) (seen r (D p)) (seen r (D' p))).
  exists (total f (changed n (fun p => seen r (D p)) (fun p => seen r (D' p)))). split.
  - apply (file_moves (its r) n (fun p => seen r (D p)) (fun p => seen r (D' p))).
    intros p B Q. destruct (along_edges _ _ _ _ _ N p B) as [E|E]; [now rewrite E in Q|].
    destruct (C _ _ E) as [S|[S _]]; [easy|]. now constructor.
  - unfold moved_in_all, changed.
    assert (G : forall p, In p (seq 0 n) -> D p = D' p \/ edge P (D p) (D' p)).
    { intros p I. apply in_seq in I. apply (along_edges _ _ _ _ _ N). lia. }
    clear N. induction (seq 0 n) as [|p l IH]; simpl; [lra|].
    specialize (IH (fun q I => G q (or_intror I))). specialize (G p (or_introl eq_refl)).
    destruct (eqv (D p) (D' p)) eqn:Q; simpl.
    + apply eqv_eq in Q. rewrite Q, (proj2 (eqv_eq _ _) eq_refl). exact IH.
    + destruct G as [G|G]; [apply eqv_eq in G; congruence|].
      destruct (eqv (seen r (D p)) (seen r (D' p))) eqn:T; simpl.
      * specialize (W _ _ G). lra.
      * destruct (C _ _ G) as [S|[_ S]]; [apply eqv_eq in S; congruence|]. unfold f at 1. lra.
Qed.

(* All facts ever stated are in F; m is what they cost under P, whatever each release was divided by. *)
Theorem releases_under_facts {out} P F m n (rs : list (release out)) D D' :
  (forall u v, edge P u v -> 0 <= weight P u v) ->
  Forall sound rs -> (forall r, In r rs -> covers P r) -> ties P F m ->
  neighbours P n F D D' -> forall p, In p (changed n D D') ->
  forall os, joint n rs [] D os <=
    exp (m * total budget rs * weight P (D p) (D' p)) * joint n rs [] D' os.
Proof.
  intros W S C T N p I os.
  replace (m * total budget rs * weight P (D p) (D' p)) with
    (total (fun r => m * weight P (D p) (D' p) * budget r) rs) by (rewrite total_scale; ring).
  apply joint_le; [assumption|]. intros r J h o. rewrite Forall_forall in S.
  destruct (S r J) as (c0 & pos & priv).
  destruct (seen_moves P r n F D D' W (C r J) N) as (d & M & L).
  apply Rle_trans with (1 := chain _ _ _ _ _ _ (priv h) M o).
  apply Rmult_le_compat_r; [apply pos|]. specialize (T n D D' N p I).
  assert (Q : budget r * d <= m * weight P (D p) (D' p) * budget r).
  { rewrite (Rmult_comm (m * _)). apply Rmult_le_compat_l; lra. }
  destruct Q as [Q|Q]; [left; now apply exp_increasing|rewrite Q; lra].
Qed.

Lemma way_nonneg P u v d : (forall u v, edge P u v -> 0 <= weight P u v) -> way P u v d -> 0 <= d.
Proof.
  intros W. induction 1 as [u v E|u t v d E _ IH]; [now apply W|].
  specialize (W _ _ E). lra.
Qed.

Lemma seen_way {out} P (r : release out) u v d : (forall u v, edge P u v -> 0 <= weight P u v) ->
  covers P r -> way P u v d ->
  seen r u = seen r v \/ exists e, way (its r) (seen r u) (seen r v) e /\ e <= d.
Proof.
  intros W C. induction 1 as [u v E|u t v d E R IH].
  - destruct (C _ _ E) as [S|[S L]]; [now left|right]. eexists. split; [now constructor|assumption].
  - pose proof (W _ _ E) as E0. pose proof (way_nonneg _ _ _ _ W R) as R0.
    destruct (C _ _ E) as [S|[S L]].
    + rewrite S. destruct IH as [IH|(e & IH & B)]; [now left|right]. exists e. split; [assumption|lra].
    + right. destruct IH as [IH|(e & IH & B)].
      * rewrite <- IH. eexists. split; [now constructor|lra].
      * exists (weight (its r) (seen r u) (seen r t) + e). split; [now constructor|lra].
Qed.

Lemma choices n (Q : nat -> R -> Prop) : (forall p, (p < n)%nat -> exists d, Q p d) ->
  exists f, forall p, (p < n)%nat -> Q p (f p).
Proof.
  induction n as [|n IH]; intros H; [exists (fun _ => 0); lia|].
  destruct IH as (f & F); [intros p L; apply H; lia|]. destruct (H n) as (d & G); [lia|].
  exists (fun p => if Nat.eqb p n then d else f p). intros p L.
  destruct (Nat.eqb_spec p n) as [->|N]; [assumption|]. apply F. lia.
Qed.

Lemma joint_rearranged {out} n (rs : list (release out)) D D' : rearranged n D D' ->
  forall h os, joint n rs h D os = joint n rs h D' os.
Proof.
  intros R. induction rs as [|r rs IH]; intros h [|o os]; simpl; auto.
  now rewrite (rearranged_counts n D D' (seen r) R), IH.
Qed.

(* What [steps] says of one release holds for several of which P covers the policies. *)
Theorem releases_apart {out} P m w n (rs : list (release out)) D D' E (far : nat -> R) :
  (forall u v, edge P u v -> 0 <= weight P u v) ->
  Forall sound rs -> (forall r, In r rs -> covers P r) ->
  rearranged n D' E ->
  (forall p, (p < n)%nat -> D p <> E p -> way P (D p) (E p) (far p)) ->
  total far (changed n D E) <= m * w ->
  forall os, joint n rs [] D os <= exp (m * total budget rs * w) * joint n rs [] D' os.
Proof.
  intros W S C R ways T os. rewrite (joint_rearranged n rs D' E R).
  replace (m * total budget rs * w) with (total (fun r => m * w * budget r) rs)
    by (rewrite total_scale; ring).
  apply joint_le; [assumption|]. intros r J h o. rewrite Forall_forall in S.
  destruct (S r J) as (c0 & pos & priv).
  destruct (choices n (fun p d => (D p <> E p -> 0 <= far p) /\ (D p <> E p -> d <= far p) /\
    (seen r (D p) <> seen r (E p) -> way (its r) (seen r (D p)) (seen r (E p)) d))) as (f & F).
  { intros p B. destruct (eqv (D p) (E p)) eqn:Q.
    - apply eqv_eq in Q. exists 0. rewrite Q. repeat split; intros X; now contradiction X.
    - assert (N : D p <> E p) by (intros N; apply eqv_eq in N; congruence).
      pose proof (ways p B N) as G. pose proof (way_nonneg _ _ _ _ W G) as G0.
      destruct (seen_way P r _ _ _ W (C r J) G) as [X|(e & X & L)].
      + exists (far p). repeat split; try (intros; lra). now intros Y.
      + exists e. repeat split; auto. }
  assert (M : moves (its r) (counts_of n (fun p => seen r (D p))) (counts_of n (fun p => seen r (E p)))
    (total f (changed n (fun p => seen r (D p)) (fun p => seen r (E p))))).
  { apply (file_moves (its r) n (fun p => seen r (D p)) (fun p => seen r (E p))).
    intros p B. now apply F. }
  assert (L : total f (changed n (fun p => seen r (D p)) (fun p => seen r (E p))) <=
    total far (changed n D E)).
  { unfold changed. assert (G : forall p, In p (seq 0 n) -> (D p <> E p -> 0 <= far p) /\
      (D p <> E p -> f p <= far p)).
    { intros p I. apply in_seq in I. destruct (F p) as (A & B & _); [lia|]. now split. }
    clear - G. induction (seq 0 n) as [|p l IH]; simpl; [lra|].
    specialize (IH (fun q I => G q (or_intror I))). destruct (G p (or_introl eq_refl)) as [A B].
    destruct (eqv (D p) (E p)) eqn:Q; simpl.
    - apply eqv_eq in Q. rewrite Q, (proj2 (eqv_eq _ _) eq_refl). exact IH.
    - assert (N : D p <> E p) by (intros N; apply eqv_eq in N; congruence).
      specialize (A N). specialize (B N).
      destruct (eqv (seen r (D p)) (seen r (E p))); simpl; lra. }
  apply Rle_trans with (1 := chain _ _ _ _ _ _ (priv h) M o).
  apply Rmult_le_compat_r; [apply pos|].
  assert (Q : budget r * total f (changed n (fun p => seen r (D p)) (fun p => seen r (E p))) <=
    m * w * budget r).
  { rewrite (Rmult_comm (m * w)). apply Rmult_le_compat_l; lra. }
  destruct Q as [Q|Q]; [left; now apply exp_increasing|rewrite Q; lra].
Qed.

(* ------------------------------------------------------------------------ Groups of people *)

(* A fact concerns one group when what others answer counts alike in it. *)
Definition concerns (group : nat -> nat) (f : nat -> vertex -> Z) (g : nat) : Prop :=
  forall p u v, group p <> g -> f p u = f p v.

Theorem one_group P n F group D D' :
  (forall f a, In (f, a) F -> exists g, concerns group f g) ->
  neighbours P n F D D' -> exists g, forall p, In p (changed n D D') -> group p = g.
Proof.
  intros one N. destruct (irreducible_moves _ _ _ _ _ N) as (_ & some & zero & parts).
  destruct (changed n D D') as [|p0 l0] eqn:E; [easy|]. rewrite <- E in *. clear some.
  exists (group p0). destruct (parts (fun p => Nat.eqb (group p) (group p0))) as [H|H].
  - intros f a I. destruct (one f a I) as [g G].
    destruct (Nat.eq_dec g (group p0)) as [->|X].
    + rewrite <- (zero f a I), totalZ_filter. apply totalZ_ext. intros p _.
      destruct (Nat.eqb_spec (group p) (group p0)); [reflexivity|]. rewrite (G p (D' p) (D p)); lia.
    + rewrite totalZ_filter, (totalZ_ext _ (fun _ => 0%Z)); [apply totalZ_zero|]. intros p _.
      destruct (Nat.eqb_spec (group p) (group p0)) as [Q|]; [|reflexivity].
      rewrite (G p (D' p) (D p)); lia.
  - assert (I : In p0 (filter (fun p => Nat.eqb (group p) (group p0)) (changed n D D'))).
    { apply filter_In. split; [rewrite E; now left|]. apply Nat.eqb_refl. }
    now rewrite H in I.
  - intros p I. apply (proj2 (filter_same _ _) H) in I. now apply Nat.eqb_eq in I.
Qed.

(* The people of one group alone. *)
Definition only (group : nat -> nat) (g : nat) (D : file) : file :=
  fun p => if Nat.eqb (group p) g then D p else None.

(* How likely outputs are of mechanisms that see one group each. *)
Fixpoint by_group {out} (n : nat) group (ms : list (nat * mechanism out)) (D : file) (os : list out) : R :=
  match ms, os with
  | [], [] => 1
  | (g, M) :: ms, o :: os => M (counts_of n (only group g D)) o * by_group n group ms D os
  | _, _ => 0
  end.

(* If people of group g alone differ, only the mechanism about g tells the two files apart. *)
Theorem groups {out} n group (ms : list (nat * mechanism out)) g k D D' :
  NoDup (map fst ms) -> (forall h M, In (h, M) ms -> forall x o, 0 <= M x o) -> 1 <= k ->
  (forall p, In p (changed n D D') -> group p = g) ->
  (forall M, In (g, M) ms -> forall o,
     M (counts_of n (only group g D)) o <= k * M (counts_of n (only group g D')) o) ->
  forall os, by_group n group ms D os <= k * by_group n group ms D' os.
Proof.
  intros ND pos k1 C bound.
  assert (alike : forall h, h <> g -> counts_of n (only group h D) = counts_of n (only group h D')).
  { intros h H. extensionality c. unfold counts_of. apply totalZ_ext. intros p I. apply in_seq in I.
    unfold only. destruct (Nat.eqb_spec (group p) h) as [Q|]; [|reflexivity].
    destruct (eqv (D p) (D' p)) eqn:T; [apply eqv_eq in T; now rewrite T|].
    destruct H. rewrite <- Q. apply C, in_changed. split; [lia|].
    intros X. apply eqv_eq in X. congruence. }
  assert (nonneg : forall ms : list (nat * mechanism out), (forall h M, In (h, M) ms -> forall x o, 0 <= M x o) ->
    forall D os, 0 <= by_group n group ms D os).
  { clear. induction ms as [|[h M] ms IH]; intros pos D [|o os]; simpl; try lra.
    apply Rmult_le_pos; [now apply (pos h M); left|]. apply IH. intros; eapply pos; right; eauto. }
  assert (rest : forall ms : list (nat * mechanism out), ~ In g (map fst ms) ->
    forall os, by_group n group ms D os = by_group n group ms D' os).
  { induction ms0 as [|[h M] ms0 IH]; intros H [|o os]; simpl; auto.
    rewrite IH, alike; auto; intros X; apply H; simpl; auto. }
  induction ms as [|[h M] ms IH]; intros [|o os]; simpl; try lra.
  inversion ND as [|? ? X ND']; subst.
  assert (0 <= by_group n group ms D' os) by (apply nonneg; intros; eapply pos; right; eauto).
  assert (0 <= M (counts_of n (only group h D')) o) by (now apply (pos h M); left).
  destruct (Nat.eq_dec h g) as [->|Hg].
  - rewrite rest by assumption. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [assumption|].
    apply bound. now left.
  - rewrite alike by assumption.
    rewrite <- Rmult_assoc, (Rmult_comm k), Rmult_assoc. apply Rmult_le_compat_l; [assumption|].
    apply IH; auto.
    + intros; eapply pos; right; eauto.
    + intros; apply bound; now right.
Qed.
