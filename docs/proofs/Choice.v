(* Choices: one option of a public list is published instead of numbers.

   Every option o has a score s_o(x), worked out of the data. Along an edge, from data x' to x, the
   changes s_o(x) - s_o(x') of all options lie between two numbers a and b; only the range b - a counts,
   not how large the changes are. With a rate lambda the following have a loss of lambda (b - a) at most:

   - the exponential mechanism: an option has a chance in proportion to mu(o) exp(lambda s_o), where mu
     is any public weight                                                        [exponential];
   - permute-and-flip (McKenna and Sheldon 2020): go through the options in a random order and take each
     with the chance exp(lambda (s_o - the largest score))                       [permute_and_flip].

   So a rate with lambda L(u,v) <= c w(u,v), L the range sensitivity of the edge, keeps the policy at
   budget c                                        [exponential_private, permute_and_flip_private].
   Of scores s_o = sum_v c_(o,v) x_v it is the largest less the smallest of c_(o,u) - c_(o,v)   [linear_range].

   Cuts of a row of numbers into groups of neighbours are drawn with the chance

       mu(cut) exp(-delta/2 (the sum over its groups of the distances from a median)):

   the sum moves by one at most when one number does                             [cuts_move_little],
   so such a draw loses delta at most                                            [cuts].            *)

From Coq Require Import List ZArith Reals Lra Lia.
From Steward Require Import Sums Policy Noise.
Import ListNotations.
Open Scope R_scope.

(* ------------------------------------------------------------------ The exponential mechanism *)

Definition exponential {A} (mu : A -> R) (rate : R) (options : list A) (score : A -> R) (o : A) : R :=
  mu o * exp (rate * score o) / total (fun q => mu q * exp (rate * score q)) options.

Definition changes_within {A} (options : list A) (s s' : A -> R) (a b : R) : Prop :=
  forall o, In o options -> a <= s o - s' o <= b.

Theorem exponential_range {A} mu rate (options : list A) s s' a b o :
  0 <= rate -> (forall q, In q options -> 0 < mu q) -> changes_within options s s' a b ->
  In o options ->
  exponential mu rate options s o <= exp (rate * (b - a)) * exponential mu rate options s' o.
Proof.
  intros R0 M C I. unfold exponential.
  set (Z := total _ options). set (Z' := total (fun q => mu q * exp (rate * s' q)) options).
  assert (N : options <> []) by (intros ->; easy).
  assert (zp : 0 < Z) by (apply total_pos; [assumption|]; intros; apply Rmult_lt_0_compat; auto using exp_pos).
  assert (zp' : 0 < Z') by (apply total_pos; [assumption|]; intros; apply Rmult_lt_0_compat; auto using exp_pos).
  assert (low : exp (rate * a) * Z' <= Z).
  { unfold Z, Z'. rewrite <- total_scale. apply total_le. intros q J. specialize (C q J).
    rewrite <- Rmult_assoc, (Rmult_comm _ (mu q)), Rmult_assoc, <- exp_plus.
    apply Rmult_le_compat_l; [left; auto|]. apply exp_le. rewrite <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; lra. }
  assert (high : mu o * exp (rate * s o) <= exp (rate * b) * (mu o * exp (rate * s' o))).
  { specialize (C o I). rewrite <- Rmult_assoc, (Rmult_comm _ (mu o)), Rmult_assoc, <- exp_plus.
    apply Rmult_le_compat_l; [left; auto|]. apply exp_le. rewrite <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; lra. }
  set (h := mu o * exp (rate * s o)) in *. set (h' := mu o * exp (rate * s' o)) in *.
  assert (hp : 0 < h') by (apply Rmult_lt_0_compat; auto using exp_pos).
  apply Rmult_le_reg_r with (Z * Z'); [now apply Rmult_lt_0_compat|].
  replace (h / Z * (Z * Z')) with (h * Z') by (field; lra).
  replace (exp (rate * (b - a)) * (h' / Z') * (Z * Z')) with (exp (rate * (b - a)) * h' * Z) by (field; lra).
  apply Rle_trans with (exp (rate * b) * h' * Z').
  - apply Rmult_le_compat_r; lra.
  - replace (exp (rate * b)) with (exp (rate * (b - a)) * exp (rate * a)) by
      (rewrite <- exp_plus; f_equal; ring).
    replace (exp (rate * (b - a)) * exp (rate * a) * h' * Z')
      with (exp (rate * (b - a)) * h' * (exp (rate * a) * Z')) by ring.
    apply Rmult_le_compat_l; [|assumption]. left. apply Rmult_lt_0_compat; auto using exp_pos.
Qed.

(* [range_sensitivity P options s u v L]: along the edge (u,v) all changes lie within some range of L. *)
Definition range_sensitivity {A} (options : list A) (s : counts -> A -> R) u v (L : R) : Prop :=
  forall x x', moved x x' u v -> exists a b, b - a <= L /\ changes_within options (s x) (s x') a b.

(* What a vertex counts in the score of an option, which is row o of C over k answers. *)
Definition linear_score (C : nat -> nat -> Z) k (x : counts) (o : nat) : R := IZR (row C k x o).

Theorem linear_range (options : list nat) C k u v low high : below k u -> below k v ->
  (forall o, In o options -> low <= entry C o u - entry C o v <= high)%Z ->
  range_sensitivity options (linear_score C k) u v (IZR (high - low)).
Proof.
  intros Bu Bv H x x' M. exists (IZR low), (IZR high). split; [rewrite minus_IZR; lra|].
  intros o I. unfold linear_score. rewrite (row_moved C k o u v x x' Bu Bv M), plus_IZR.
  destruct (H o I) as [L U]. apply IZR_le in L, U. lra.
Qed.

Theorem exponential_private {A} P c mu rate (options : list A) s L :
  0 <= rate -> (forall q, In q options -> 0 < mu q) ->
  (forall u v, edge P u v -> range_sensitivity options s u v (L u v) /\ rate * L u v <= c * weight P u v) ->
  forall u v x x', edge P u v -> moved x x' u v -> forall o, In o options ->
  exponential mu rate options (s x) o <= exp (c * weight P u v) * exponential mu rate options (s x') o.
Proof.
  intros R0 M S u v x x' E V o I. destruct (S u v E) as [T B].
  destruct (T x x' V) as (a & b & ab & C).
  apply Rle_trans with (1 := exponential_range mu rate options _ _ a b o R0 M C I).
  apply Rmult_le_compat_r.
  - unfold exponential, Rdiv. apply Rmult_le_pos.
    + apply Rmult_le_pos; [left; auto|left; apply exp_pos].
    + left. apply Rinv_0_lt_compat, total_pos; [intros ->; easy|].
      intros; apply Rmult_lt_0_compat; auto using exp_pos.
  - apply exp_le. apply Rle_trans with (2 := B). now apply Rmult_le_compat_l.
Qed.

(* ----------------------------------------------------------------------- Permute-and-flip *)

Notation without := (remove Nat.eq_dec).

(* The chance that r is taken when n options l are left, each equally likely to be next, and option o
   is taken with the chance p(o) when its turn comes. *)
Fixpoint taken (p : nat -> R) (n : nat) (l : list nat) (r : nat) : R :=
  match n with
  | O => 0
  | S m => total (fun o => if Nat.eq_dec o r then p o else (1 - p o) * taken p m (without o l) r) l / INR n
  end.

Definition permute_and_flip rate (largest : R) (options : list nat) (score : nat -> R) (r : nat) : R :=
  taken (fun o => exp (rate * (score o - largest))) (length options) options r.

Definition largest_of (options : list nat) (score : nat -> R) (m : R) : Prop :=
  (forall o, In o options -> score o <= m) /\ exists o, In o options /\ score o = m.

(* The chance that all of n options l that come before another one, in a random order of them all, are
   passed over, option o with the chance 1 - x(o). *)
Fixpoint passed (x : nat -> R) (n : nat) (l : list nat) : R :=
  match n with
  | O => 1
  | S m => (1 + total (fun o => (1 - x o) * passed x m (without o l)) l) / (INR n + 1)
  end.

Lemma total_without (f : nat -> R) o l :
  total f (without o l) = total (fun q => if Nat.eq_dec o q then 0 else f q) l.
Proof. induction l as [|q l IH]; simpl; [reflexivity|]. destruct (Nat.eq_dec o q); simpl; lra. Qed.

Lemma total_swap {A B} (f : A -> B -> R) l l' :
  total (fun a => total (f a) l') l = total (fun b => total (fun a => f a b) l) l'.
Proof.
  induction l as [|a l IH]; simpl.
  - now rewrite total_const, Rmult_0_r.
  - rewrite IH. now rewrite <- total_plus.
Qed.

Lemma without_length o l : NoDup l -> In o l -> length l = S (length (without o l)).
Proof.
  intros ND. induction ND as [|q l N ND IH]; simpl; [easy|]. intros I.
  destruct (Nat.eq_dec o q) as [->|X].
  - now rewrite notin_remove.
  - simpl. rewrite <- IH; [reflexivity|]. destruct I as [->|I]; easy.
Qed.

Lemma without_nodup o l : NoDup l -> NoDup (without o l).
Proof.
  intros ND. induction ND as [|q l N ND IH]; simpl; [constructor|].
  destruct (Nat.eq_dec o q); [assumption|]. constructor; [|assumption].
  intros I. apply in_remove in I as [I _]. easy.
Qed.

Lemma in_without q o l : In q (without o l) -> In q l.
Proof. intros I. now apply in_remove in I. Qed.

Lemma passed_nonneg x n : forall l, (forall o, In o l -> x o <= 1) -> 0 <= passed x n l.
Proof.
  induction n as [|n IH]; intros l X; simpl passed; [lra|].
  apply Rmult_le_pos.
  - assert (0 <= total (fun o => (1 - x o) * passed x n (without o l)) l); [|lra].
    apply total_nonneg. intros o I. apply Rmult_le_pos; [specialize (X o I); lra|].
    apply IH. intros q J. apply X. now apply in_without in J.
  - left. apply Rinv_0_lt_compat. change (match n with O => 1 | S _ => INR n + 1 end) with (INR (S n)).
    pose proof (pos_INR (S n)). lra.
Qed.

Lemma passed_succ x n l :
  (INR n + 2) * passed x (S n) l = 1 + total (fun o => (1 - x o) * passed x n (without o l)) l.
Proof. cbn [passed]. rewrite S_INR. pose proof (pos_INR n). field. lra. Qed.

(* More likely to be taken, less likely to be passed over. *)
Lemma passed_antitone x y n : forall l, (forall o, In o l -> x o <= y o <= 1) ->
  passed y n l <= passed x n l.
Proof.
  induction n as [|n IH]; intros l XY; [simpl; lra|].
  pose proof (pos_INR n). apply Rmult_le_reg_l with (INR n + 2); [lra|].
  rewrite !passed_succ. apply Rplus_le_compat_l, total_le. intros o I. pose proof (XY o I).
  assert (Y : forall q, In q (without o l) -> x q <= y q <= 1)
    by (intros q J; apply XY; now apply in_without in J).
  apply Rmult_le_compat; try lra.
  - apply passed_nonneg. intros q J. apply Y, J.
  - now apply IH.
Qed.

(* Some one option at most is taken. *)
Lemma taken_once x n : forall l, NoDup l -> length l = S n -> (forall o, In o l -> 0 <= x o <= 1) ->
  total (fun o => x o * passed x n (without o l)) l <= 1.
Proof.
  induction n as [|n IH]; intros l ND Len X.
  - destruct l as [|o [|q l]]; try easy. simpl. specialize (X o (or_introl eq_refl)). lra.
  - pose proof (pos_INR n). apply Rmult_le_reg_l with (INR n + 2); [lra|].
    rewrite <- total_scale.
    rewrite (total_ext _ (fun o => x o + total (fun q => if Nat.eq_dec o q then 0 else
      (1 - x q) * (x o * passed x n (without q (without o l)))) l)).
    2:{ intros o _. rewrite <- Rmult_assoc, (Rmult_comm _ (x o)), Rmult_assoc, passed_succ.
        rewrite total_without, Rmult_plus_distr_l, <- total_scale, Rmult_1_r. f_equal.
        apply total_ext. intros q _. destruct (Nat.eq_dec o q); ring. }
    rewrite total_plus, total_swap.
    apply Rle_trans with (total x l + total (fun q => 1 - x q) l).
    + apply Rplus_le_compat_l, total_le. intros q J. pose proof (X q J).
      rewrite (total_ext _ (fun o => (1 - x q) *
        (if Nat.eq_dec q o then 0 else x o * passed x n (without o (without q l))))).
      2:{ intros o _. destruct (Nat.eq_dec o q), (Nat.eq_dec q o); subst; try easy; [ring|].
          now rewrite remove_remove_comm. }
      rewrite total_scale, <- total_without. rewrite <- (Rmult_1_r (1 - x q)) at 2.
      apply Rmult_le_compat_l; [lra|]. apply IH.
      * now apply without_nodup.
      * rewrite (without_length q l) in Len by assumption. lia.
      * intros o I. apply X. now apply in_without in I.
    + rewrite <- total_plus, (total_ext _ (fun _ => 1)) by (intros; ring).
      rewrite total_const, Len, !S_INR. lra.
Qed.

Lemma scaled x c n : forall l, NoDup l -> length l = n -> 1 <= c ->
  (forall o, In o l -> 0 <= x o /\ c * x o <= 1) ->
  passed x n l <= c * passed (fun o => c * x o) n l.
Proof.
  induction n as [|n IH]; intros l ND Len C X; [simpl; lra|].
  pose proof (pos_INR n). apply Rmult_le_reg_l with (INR n + 2); [lra|].
  rewrite <- Rmult_assoc, (Rmult_comm _ c), Rmult_assoc, !passed_succ.
  assert (X1 : forall o, In o l -> 0 <= x o <= 1).
  { intros o I. destruct (X o I) as [x0 cx]. split; [assumption|].
    apply Rle_trans with (2 := cx). rewrite <- (Rmult_1_l (x o)) at 1.
    now apply Rmult_le_compat_r. }
  pose proof (taken_once x n l ND Len X1) as once.
  assert (T : total (fun o => (1 - c * x o) * passed x n (without o l)) l <=
    c * total (fun o => (1 - c * x o) * passed (fun o => c * x o) n (without o l)) l).
  { rewrite <- total_scale. apply total_le. intros o I. destruct (X o I).
    rewrite <- Rmult_assoc, (Rmult_comm c (1 - _)), Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    apply IH; auto using without_nodup.
    - rewrite (without_length o l) in Len by assumption. lia.
    - intros q J. apply X. now apply in_without in J. }
  assert (D : total (fun o => (1 - x o) * passed x n (without o l)) l =
    total (fun o => (1 - c * x o) * passed x n (without o l)) l +
    (c - 1) * total (fun o => x o * passed x n (without o l)) l).
  { rewrite <- total_scale, <- total_plus. apply total_ext. intros; ring. }
  apply (Rmult_le_compat_l (c - 1)) in once; [|lra]. rewrite D. lra.
Qed.

Lemma taken_passed p n : forall l r, NoDup l -> length l = S n -> In r l ->
  taken p (S n) l r = p r * passed p n (without r l).
Proof.
  induction n as [|n IH]; intros l r ND Len I.
  - destruct l as [|o [|q l]]; try easy. destruct I as [->|[]]. simpl.
    destruct (Nat.eq_dec r r); [field|easy].
  - assert (E : total (fun o => if Nat.eq_dec o r then p o
        else (1 - p o) * taken p (S n) (without o l) r) l =
      p r * ((INR n + 2) * passed p (S n) (without r l))).
    { rewrite passed_succ.
      rewrite (total_ext _ (fun o => (if Nat.eq_dec r o then p r else 0) +
        (if Nat.eq_dec r o then 0 else p r * ((1 - p o) * passed p n (without o (without r l)))))).
      2:{ intros o J. destruct (Nat.eq_dec o r), (Nat.eq_dec r o); subst; try easy; [ring|].
          rewrite IH.
          - rewrite remove_remove_comm. ring.
          - now apply without_nodup.
          - rewrite (without_length o l) in Len by assumption. lia.
          - apply in_in_remove; auto. }
      rewrite total_plus, <- total_without, total_scale.
      assert (S : total (fun o => if Nat.eq_dec r o then p r else 0) l = p r); [|rewrite S; ring].
      clear - ND I. induction ND as [|q l N ND IH]; simpl; [easy|].
      destruct (Nat.eq_dec r q) as [->|X].
      - rewrite (total_ext _ (fun _ => 0)), total_const; [ring|].
        intros o J. destruct (Nat.eq_dec q o); [now subst|reflexivity].
      - destruct I as [->|I]; [easy|]. rewrite IH by assumption. ring. }
    change (total (fun o => if Nat.eq_dec o r then p o else (1 - p o) * taken p (S n) (without o l) r) l
      / INR (S (S n)) = p r * passed p (S n) (without r l)).
    rewrite E, !S_INR. pose proof (pos_INR n). field. lra.
Qed.

Theorem permute_and_flip_range rate options s s' m m' a b r :
  0 <= rate -> NoDup options -> In r options -> changes_within options s s' a b ->
  largest_of options s m -> largest_of options s' m' ->
  permute_and_flip rate m options s r <= exp (rate * (b - a)) * permute_and_flip rate m' options s' r.
Proof.
  intros R0 ND I C [up _] [up' (o' & I' & E')]. unfold permute_and_flip.
  pose proof (without_length r options ND I) as Len. rewrite Len, !taken_passed by auto.
  set (l := without r options) in *.
  assert (sub : forall o, In o l -> In o options) by (intros o; apply in_without).
  assert (ndl : NoDup l) by now apply without_nodup.
  (* Scores lie below m + (m' - m) <= m - a; raise the level of s' to that. *)
  assert (mm : m' <= m - a) by (specialize (C o' I'); specialize (up o' I'); lra).
  set (c := exp (rate * (m - a - m'))).
  set (x o := exp (rate * (s' o - (m - a)))).
  assert (cx : forall o, c * x o = exp (rate * (s' o - m'))).
  { intros o. unfold c, x. rewrite <- exp_plus. f_equal. ring. }
  assert (c1 : 1 <= c).
  { unfold c. rewrite <- exp_0. apply exp_le. apply Rmult_le_pos; lra. }
  assert (one : forall o, In o options -> exp (rate * (s' o - m')) <= 1).
  { intros o J. rewrite <- exp_0. apply exp_le. specialize (up' o J).
    replace (rate * (s' o - m')) with (- (rate * (m' - s' o))) by ring.
    assert (0 <= rate * (m' - s' o)) by (apply Rmult_le_pos; lra). lra. }
  assert (S : passed x (length l) l <= c * passed (fun o => exp (rate * (s' o - m'))) (length l) l).
  { replace (passed (fun o => exp (rate * (s' o - m'))) (length l) l)
      with (passed (fun o => c * x o) (length l) l).
    - apply scaled; auto. intros o J. split; [left; apply exp_pos|]. rewrite cx. auto.
    - assert (G : forall n l, passed (fun o => c * x o) n l = passed (fun o => exp (rate * (s' o - m'))) n l).
      { induction n as [|n IH]; intros k; [reflexivity|]. cbn [passed]. f_equal. f_equal.
        apply total_ext. intros o _. now rewrite cx, IH. }
      apply G. }
  assert (T : passed (fun o => exp (rate * (s o - m))) (length l) l <= passed x (length l) l).
  { apply passed_antitone. intros o J. split.
    - apply exp_le, Rmult_le_compat_l; [assumption|]. specialize (C o (sub o J)). lra.
    - rewrite <- exp_0. apply exp_le. specialize (up o (sub o J)).
      assert (0 <= rate * (m - s o)) by (apply Rmult_le_pos; lra). lra. }
  assert (U : exp (rate * (s r - m)) * c <= exp (rate * (b - a)) * exp (rate * (s' r - m'))).
  { unfold c. rewrite <- !exp_plus. apply exp_le. rewrite <- !Rmult_plus_distr_l.
    apply Rmult_le_compat_l; [assumption|]. specialize (C r I). lra. }
  set (g := passed (fun o => exp (rate * (s o - m))) (length l) l) in *.
  set (g' := passed (fun o => exp (rate * (s' o - m'))) (length l) l) in *.
  assert (0 <= g') by (apply passed_nonneg; intros; apply one; auto).
  apply Rle_trans with (exp (rate * (s r - m)) * (c * g')).
  - apply Rmult_le_compat_l; [left; apply exp_pos|lra].
  - rewrite <- !Rmult_assoc. now apply Rmult_le_compat_r.
Qed.

Theorem permute_and_flip_private P c rate options s L largest :
  0 <= rate -> NoDup options -> (forall x, largest_of options (s x) (largest x)) ->
  (forall u v, edge P u v -> range_sensitivity options s u v (L u v) /\ rate * L u v <= c * weight P u v) ->
  forall u v x x', edge P u v -> moved x x' u v -> forall o, In o options ->
  permute_and_flip rate (largest x) options (s x) o <=
    exp (c * weight P u v) * permute_and_flip rate (largest x') options (s x') o.
Proof.
  intros R0 ND M S u v x x' E V o I. destruct (S u v E) as [T B].
  destruct (T x x' V) as (a & b & ab & C).
  apply Rle_trans with (1 := permute_and_flip_range rate options _ _ _ _ a b o R0 ND I C (M x) (M x')).
  apply Rmult_le_compat_r.
  - unfold permute_and_flip. rewrite (without_length o options ND I), taken_passed; auto.
    + apply Rmult_le_pos; [left; apply exp_pos|]. apply passed_nonneg. intros q J.
      rewrite <- exp_0. apply exp_le. destruct (M x') as [up _].
      apply in_without in J. specialize (up q J).
      assert (0 <= rate * (largest x' - s x' q)) by (apply Rmult_le_pos; lra). lra.
    + now apply without_length.
  - apply exp_le. apply Rle_trans with (2 := B). now apply Rmult_le_compat_l.
Qed.

(* -------------------------------------------------------------------------------- Cuts *)

(* The sum of the distances of the entries i in I from m, and the least such sum, that from a median. *)
Definition distance (z : nat -> Z) (I : list nat) (m : Z) : Z := totalZ (fun i => Z.abs (z i - m)) I.

Definition deviation (z : nat -> Z) (d : list nat -> Z) : Prop :=
  forall I, (exists m, distance z I m = d I) /\ forall m, (d I <= distance z I m)%Z.

Definition differ_at (j : nat) (z z' : nat -> Z) : Prop :=
  (Z.abs (z j - z' j) <= 1)%Z /\ forall i, i <> j -> z i = z' i.

Lemma differ_sym j z z' : differ_at j z z' -> differ_at j z' z.
Proof. intros [A B]. split; [lia|]. intros i H. now rewrite B. Qed.

Lemma deviation_moves j z z' d d' I : differ_at j z z' -> deviation z d -> deviation z' d' ->
  (d I <= d' I + totalZ (fun i => if Nat.eqb i j then 1 else 0) I)%Z.
Proof.
  intros [near same] D D'. destruct (D' I) as [(m & <-) _]. destruct (D I) as [_ least].
  apply Z.le_trans with (1 := least m). unfold distance. rewrite <- totalZ_plus.
  apply totalZ_le. intros i _. destruct (Nat.eqb_spec i j) as [->|N]; [lia|]. rewrite same by assumption. lia.
Qed.

Lemma totalZ_app {A} (f : A -> Z) l l' : totalZ f (l ++ l') = (totalZ f l + totalZ f l')%Z.
Proof. induction l as [|a l IH]; simpl; lia. Qed.

(* A cut is a list of groups of entries that have none in common. *)
Theorem cuts_move_little j z z' d d' (cut : list (list nat)) :
  NoDup (concat cut) -> differ_at j z z' -> deviation z d -> deviation z' d' ->
  (totalZ d cut <= totalZ d' cut + 1)%Z.
Proof.
  intros ND J D D'.
  assert (G : (totalZ d cut <= totalZ d' cut +
    totalZ (fun i => if Nat.eqb i j then 1 else 0) (concat cut))%Z).
  { clear ND. induction cut as [|I cut IH]; simpl; [lia|]. rewrite totalZ_app.
    pose proof (deviation_moves j z z' d d' I J D D'). lia. }
  assert (H : (totalZ (fun i => if Nat.eqb i j then 1 else 0) (concat cut) <= 1)%Z); [|lia].
  clear - ND. induction ND as [|i l N ND IH]; simpl; [lia|].
  destruct (Nat.eqb_spec i j) as [->|]; [|lia].
  rewrite (totalZ_ext _ (fun _ => 0%Z)), totalZ_zero; [lia|].
  intros q I. destruct (Nat.eqb_spec q j); [now subst|reflexivity].
Qed.

Theorem cuts mu delta (all : list (list (list nat))) j z z' d d' B :
  0 <= delta -> (forall C, In C all -> 0 < mu C /\ NoDup (concat C)) ->
  differ_at j z z' -> deviation z d -> deviation z' d' -> In B all ->
  let drawn d := exponential mu (delta / 2) all (fun C => - IZR (totalZ d C)) in
  drawn d B <= exp delta * drawn d' B.
Proof.
  intros D0 H J D D' I drawn. unfold drawn.
  replace (exp delta) with (exp (delta / 2 * (1 - -1))) by (f_equal; field).
  apply exponential_range; [lra|apply H| |assumption].
  intros C K. destruct (H C K) as [_ ND].
  pose proof (cuts_move_little j z z' d d' C ND J D D') as U.
  pose proof (cuts_move_little j z' z d' d C ND (differ_sym _ _ _ J) D' D) as V.
  apply IZR_le in U, V. rewrite plus_IZR in U, V. lra.
Qed.
