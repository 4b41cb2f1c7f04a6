(* The promise: what a policy is, what it means to keep it, and what follows at once.

   People have one of the answers 0, 1, 2, ... each, or are not in the file. Data are counts: a whole
   number for each answer. A policy joins pairs of answers by edges, and each edge has a weight. Data
   x and x' are a move apart when x = x' + e_u - e_v: somebody has the answer u in one and v in the
   other. Counts may be any whole numbers here, also below zero, so that nothing hangs on what else
   is known of the data.

   A mechanism is given by p(x,o), how likely it is to show o when the data are x. These may be
   multiplied by any one number that does not depend on x. It keeps the policy at budget c when

       p(x,o) <= exp(c w(u,v)) p(x',o)

   for every edge (u,v), all data a move along it apart, and every output o.

   Then the same holds
   - for the chance of every event, be it finite or infinite      [events],
   - for everything that is made of the output                     [post_processing],
   - for any two answers, with the length of any way between them  [closure],
   - for data that several moves lead to                           [chain].
   A release that goes in steps, each a mechanism chosen by what was published so far, loses what its
   steps lose along the course that it took                        [course].         *)

From Coq Require Import List ZArith Reals Lra Lia FunctionalExtensionality.
From Steward Require Import Sums.
Import ListNotations.
Open Scope R_scope.

(* An answer, or None for "not in the file". *)
Definition vertex := option nat.

Record policy := {
  edge : vertex -> vertex -> Prop;
  weight : vertex -> vertex -> R }.

Definition counts := nat -> Z.

(* The unit vector of an answer; "not in the file" counts nowhere. *)
Definition unit (v : vertex) : counts :=
  fun c => match v with Some b => if Nat.eqb c b then 1%Z else 0%Z | None => 0%Z end.

Definition moved (x x' : counts) (u v : vertex) : Prop :=
  forall c, x c = (x' c + unit u c - unit v c)%Z.

Definition mechanism (out : Type) := counts -> out -> R.

Definition private {out} (P : policy) (c : R) (p : mechanism out) : Prop :=
  forall u v x x', edge P u v -> moved x x' u v ->
  forall o, p x o <= exp (c * weight P u v) * p x' o.

(* ---------------------------------------------------------------------------------- Events *)

(* [chance p S a]: a is the sum of p over the outputs in S, the least upper bound of the sums over
   finitely many of them. S may be any set. *)
Definition chance {out} (p : out -> R) (S : out -> Prop) (a : R) : Prop :=
  is_lub (fun r => exists l, NoDup l /\ (forall o, In o l -> S o) /\ r = total p l) a.

(* [never_more k C C']: whatever the event, its chance by C is at most k times that by C'. *)
Definition never_more {out} (k : R) (C C' : (out -> Prop) -> R -> Prop) : Prop :=
  forall S a a', C S a -> C' S a' -> a <= k * a'.

Lemma chance_le {A B} (p : A -> R) (q : B -> R) (S : A -> Prop) (T : B -> Prop) (k a b : R)
  (f : A -> B) :
  0 <= k ->
  (forall o o', f o = f o' -> o = o') -> (forall o, S o -> T (f o)) ->
  (forall o, S o -> p o <= k * q (f o)) ->
  chance p S a -> chance q T b -> a <= k * b.
Proof.
  intros K inj ST pq [_ least] [above _]. apply least. intros r (l & ND & sub & ->).
  apply Rle_trans with (k * total q (map f l)).
  - rewrite total_map, <- total_scale. apply total_le. auto.
  - apply Rmult_le_compat_l; [assumption|]. apply above. exists (map f l). repeat split.
    + clear sub. induction ND as [|o l N ND IH]; simpl; constructor; auto.
      intros I. apply in_map_iff in I as (o' & E & I). apply inj in E. now subst.
    + intros o I. apply in_map_iff in I as (o' & <- & I). auto.
Qed.

Theorem events {out} (p p' : out -> R) (k : R) :
  0 <= k -> (forall o, p o <= k * p' o) -> never_more k (chance p) (chance p').
Proof. intros K H S a a'. apply chance_le with (f := fun o => o); auto. Qed.

(* What is made of the output o is f(o); the chance that it lies in T is that of all o with f(o) in T. *)
Theorem post_processing {out out'} (f : out -> out') (C C' : (out -> Prop) -> R -> Prop) (k : R) :
  never_more k C C' ->
  never_more k (fun T => C (fun o => T (f o))) (fun T => C' (fun o => T (f o))).
Proof. intros H T. apply H. Qed.

(* Chances in the sense of above exist wherever the sums are bounded: nothing is assumed by [chance]. *)
Lemma chance_exists {out} (p : out -> R) (S : out -> Prop) (b : R) :
  (forall l, NoDup l -> (forall o, In o l -> S o) -> total p l <= b) -> exists a, chance p S a.
Proof.
  intros H. destruct (completeness (fun r => exists l, NoDup l /\
    (forall o, In o l -> S o) /\ r = total p l)) as [a Ha].
  - exists b. intros r (l & ND & sub & ->). auto.
  - exists 0. exists []. repeat split; [constructor|easy].
  - now exists a.
Qed.

(* --------------------------------------------------------------------------------- Closure *)

(* [way P u v d]: edges lead from u to v, and their weights add up to d. *)
Inductive way (P : policy) : vertex -> vertex -> R -> Prop :=
| last u v : edge P u v -> way P u v (weight P u v)
| step u t v d : edge P u t -> way P t v d -> way P u v (weight P u t + d).

Lemma exp_chain a b x y z : x <= exp a * y -> y <= exp b * z -> x <= exp (a + b) * z.
Proof.
  intros xy yz. rewrite exp_plus, Rmult_assoc. apply Rle_trans with (1 := xy).
  apply Rmult_le_compat_l; [left; apply exp_pos|assumption].
Qed.

Theorem closure {out} P c (p : mechanism out) u v d :
  private P c p -> way P u v d ->
  forall x x', moved x x' u v -> forall o, p x o <= exp (c * d) * p x' o.
Proof.
  intros priv W. induction W as [u v E|u t v d E W IH]; intros x x' M o.
  - now apply priv.
  - rewrite Rmult_plus_distr_l.
    apply exp_chain with (p (fun a => x' a + unit t a - unit v a)%Z o).
    + apply priv; [assumption|]. intros a. rewrite (M a). lia.
    + apply IH. intros a. reflexivity.
Qed.

(* Several policies at once: what hides an edge by less hides it by more. *)
Lemma private_weaken {out} P c c' (p : mechanism out) :
  (forall u v, edge P u v -> 0 <= weight P u v) -> (forall x o, 0 <= p x o) ->
  c <= c' -> private P c p -> private P c' p.
Proof.
  intros W pos cc priv u v x x' E M o. apply Rle_trans with (1 := priv _ _ _ _ E M o).
  apply Rmult_le_compat_r; [apply pos|].
  destruct (Rle_lt_or_eq_dec _ _ (Rmult_le_compat_r _ _ _ (W _ _ E) cc)) as [L|L].
  - left. now apply exp_increasing.
  - rewrite L. lra.
Qed.

(* ---------------------------------------------------------------------------------- Chains *)

(* [moves P x x' d]: people move along edges one after another, until x has become x'; the weights of
   the edges add up to d. What is in between need not be the counts of any file. *)
Inductive moves (P : policy) : counts -> counts -> R -> Prop :=
| still x : moves P x x 0
| go x y x' u v d : edge P u v -> moved x y u v -> moves P y x' d ->
    moves P x x' (weight P u v + d).

Theorem chain {out} P c (p : mechanism out) x x' d :
  private P c p -> moves P x x' d -> forall o, p x o <= exp (c * d) * p x' o.
Proof.
  intros priv C. induction C as [x|x y x' u v d E M C IH]; intros o.
  - rewrite Rmult_0_r, exp_0. lra.
  - rewrite Rmult_plus_distr_l. apply exp_chain with (p y o); auto.
Qed.

Lemma moves_trans P x y z d e : moves P x y d -> moves P y z e -> moves P x z (d + e).
Proof.
  intros C D. induction C as [x|x y' x' u v d E M C IH].
  - now rewrite Rplus_0_l.
  - rewrite Rplus_assoc. apply go with y'; auto.
Qed.

Lemma moves_eq P x x' d e : moves P x x' d -> d = e -> moves P x x' e.
Proof. now intros M <-. Qed.

Definition add (x y : counts) : counts := fun c => (x c + y c)%Z.

Lemma moves_add P x x' a d : moves P x x' d -> moves P (add x a) (add x' a) d.
Proof.
  intros C. induction C as [x|x y x' u v d E M C IH]; [constructor|].
  apply go with (add y a); auto. intros c. unfold add. rewrite (M c). ring.
Qed.

Lemma add_comm x y : add x y = add y x.
Proof. extensionality c. unfold add. ring. Qed.

Lemma moves_both P x x' y y' d e :
  moves P x x' d -> moves P y y' e -> moves P (add x y) (add x' y') (d + e).
Proof.
  intros C D. apply moves_trans with (add x' y).
  - now apply moves_add.
  - rewrite !(add_comm x'). now apply moves_add.
Qed.

Lemma moves_edge P u v x x' : edge P u v -> moved x x' u v -> moves P x x' (weight P u v).
Proof.
  intros E M. apply moves_eq with (weight P u v + 0); [|ring]. now apply go with x'; [| |constructor].
Qed.

(* ------------------------------------------------------------------------------- Steps *)

(* What is published in one step after another; a step may depend on all that was published before. *)
Fixpoint steps_of {out} (shows : list out -> mechanism out) (h : list out) (x : counts) (os : list out) : R :=
  match os with [] => 1 | o :: os => shows h x o * steps_of shows (o :: h) x os end.

Fixpoint lost {out} (loss : list out -> R) (h os : list out) : R :=
  match os with [] => 0 | o :: os => loss h + lost loss (o :: h) os end.

(* [loss h]: what the step after the history h loses between x and x'. A rule that takes no step which would
   bring the sum above a budget keeps that budget. *)
Theorem course {out} (shows : list out -> mechanism out) loss x x' budget :
  (forall h y o, 0 <= shows h y o) ->
  (forall h o, shows h x o <= exp (loss h) * shows h x' o) ->
  forall os, lost loss [] os <= budget ->
  steps_of shows [] x os <= exp budget * steps_of shows [] x' os.
Proof.
  intros pos step os B.
  assert (N : forall os h y, 0 <= steps_of shows h y os).
  { induction os0 as [|o os0 IH]; intros h y; simpl; [lra|]. now apply Rmult_le_pos. }
  assert (G : forall os h, steps_of shows h x os <= exp (lost loss h os) * steps_of shows h x' os).
  { induction os0 as [|o os0 IH]; intros h; simpl; [rewrite exp_0; lra|]. rewrite exp_plus.
    apply Rle_trans with (exp (loss h) * shows h x' o * (exp (lost loss (o :: h) os0) * steps_of shows (o :: h) x' os0));
      [|right; ring]. apply Rmult_le_compat; auto. }
  apply Rle_trans with (1 := G os []). apply Rmult_le_compat_r; [apply N|].
  destruct B as [L | ->]; [left; now apply exp_increasing|lra].
Qed.
