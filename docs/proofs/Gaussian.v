(* Discrete Gaussian noise, and promises with a chance of a failure.

   Rows y = A x + z are measured with independent noise, z_i with a chance in proportion to
   exp(-z_i^2 / (2 sigma_i^2)) on the whole numbers. If along every edge

       sum_i (a_iu - a_iv)^2 / sigma_i^2 <= (r w(u,v))^2,

   then for data x, x' a move along the edge apart, with rho = (r w(u,v))^2 / 2:

   - the moment of order a = 2, 3, ... of the odds, sum over o of p(x,o)^a p(x',o)^(1-a), is at most
     exp(a (a-1) rho): a Renyi divergence of at most a rho          [moments, gaussian_rows];
   - for every event S, every eps and every a = 2, 3, ..., P(S) <= exp(eps) P'(S) + delta with
     delta = exp((a-1)(a rho - eps)) (1 - 1/a)^a / (a-1)
     (Canonne, Kamath and Steinke 2020, proposition 12)             [gaussian_events].

   Orders that are no whole numbers are left to the paper proof (docs/mathematics.md), which needs that a
   sum of exp(-(z-c)^2 / (2 sigma^2)) over the whole numbers is largest for whole c (Poisson's formula).
   For whole orders that sum is a shift of itself. So nothing here rests on an axiom about the Gaussian.
   What is promised at whole orders holds; the program looks at all orders, for a slightly smaller delta. *)

From Coq Require Import List ZArith Reals Lra Lia FunctionalExtensionality.
From Steward Require Import Sums Policy Noise.
Import ListNotations.
Open Scope R_scope.

Definition square_size (s2 : nat -> R) (n : nat) (z : vector) : R :=
  total (fun i => IZR (z i) * IZR (z i) / (2 * s2 i)) (seq 0 n).

Definition gaussian s2 n (z : vector) : R := exp (- square_size s2 n z).

Definition minus (z t : vector) : vector := fun i => (z i - t i)%Z.
Definition multiple (m : nat) (t : vector) : vector := fun i => (Z.of_nat m * t i)%Z.

(* -------------------------------------------------------------------------- Sums and shifts *)

(* If p is k times q after a bijection of S, so is its sum. *)
Lemma chance_shift {A} (p q : A -> R) (S : A -> Prop) (f g : A -> A) k a :
  0 < k -> (forall o, g (f o) = o) -> (forall o, f (g o) = o) ->
  (forall o, S o -> S (f o)) -> (forall o, S o -> S (g o)) -> (forall o, p o = k * q (f o)) ->
  chance q S a -> chance p S (k * a).
Proof.
  intros K gf fg Sf Sg pq [above least].
  assert (ND : forall (h h' : A -> A) l, (forall o, h' (h o) = o) -> NoDup l -> NoDup (map h l)).
  { intros h h' l inv N. induction N as [|o l N ND IH]; simpl; constructor; auto.
    intros I. apply in_map_iff in I as (o' & E & I). apply (f_equal h') in E. rewrite !inv in E. now subst. }
  assert (sub : forall (h : A -> A) l, (forall o, S o -> S (h o)) -> (forall o, In o l -> S o) ->
    forall o, In o (map h l) -> S o).
  { intros h l H I o J. apply in_map_iff in J as (o' & <- & J). auto. }
  split.
  - intros r (l & N & I & ->).
    assert (E : total p l = k * total q (map f l)).
    { rewrite total_map, <- total_scale. apply total_ext. auto. }
    rewrite E. apply Rmult_le_compat_l; [lra|]. apply above. exists (map f l). eauto.
  - intros b B. apply Rmult_le_reg_l with (/ k); [now apply Rinv_0_lt_compat|].
    rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. apply least. intros r (l & N & I & ->).
    apply Rmult_le_reg_l with k; [assumption|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    apply B. exists (map g l). split; [eauto|]. split; [eauto|].
    rewrite total_map, <- total_scale. apply total_ext. intros o _. now rewrite pq, fg.
Qed.

Lemma long_minus n z t : long n z -> long n t -> long n (minus z t).
Proof. intros Z T i H. unfold minus. now rewrite (Z i H), (T i H). Qed.

Lemma long_plus n z t : long n z -> long n t -> long n (plus z t).
Proof. intros Z T i H. unfold plus. now rewrite (Z i H), (T i H). Qed.

Lemma long_multiple n m t : long n t -> long n (multiple m t).
Proof. intros T i H. unfold multiple. rewrite (T i H). lia. Qed.

(* With n = a - 1: a z^2 - (a-1) (z-d)^2 = (z + (a-1) d)^2 - a (a-1) d^2. *)
Lemma squares s2 k m z d : (forall i, 0 < s2 i) ->
  INR (S m) * square_size s2 k z - INR m * square_size s2 k (minus z d) =
  square_size s2 k (plus z (multiple m d)) - INR (S m) * INR m * square_size s2 k d.
Proof.
  intros pos.
  assert (E : INR (S m) * square_size s2 k z + INR (S m) * INR m * square_size s2 k d =
    square_size s2 k (plus z (multiple m d)) + INR m * square_size s2 k (minus z d)); [|lra].
  unfold square_size. rewrite <- !total_scale, <- !total_plus.
  apply total_ext. intros i _. specialize (pos i). unfold minus, plus, multiple.
  rewrite plus_IZR, minus_IZR, mult_IZR, <- INR_IZR_INZ, S_INR. field. lra.
Qed.

Lemma exp_pow a n : exp a ^ n = exp (INR n * a).
Proof.
  induction n as [|n IH]; [simpl; now rewrite Rmult_0_l, exp_0|].
  rewrite S_INR. simpl. rewrite IH, <- exp_plus. f_equal. ring.
Qed.

(* The term of the moment of order m + 1 at z, where the other law is moved by d. *)
Definition moment s2 k m (d z : vector) : R :=
  gaussian s2 k z ^ S m / gaussian s2 k (minus z d) ^ m.

Theorem moments s2 k m d Z : (forall i, 0 < s2 i) -> long k d ->
  chance (gaussian s2 k) (long k) Z ->
  chance (moment s2 k m d) (long k) (exp (INR (S m) * INR m * square_size s2 k d) * Z).
Proof.
  intros pos L C.
  apply chance_shift with (q := gaussian s2 k)
    (f := fun z => plus z (multiple m d)) (g := fun z => minus z (multiple m d)); auto.
  - apply exp_pos.
  - intros z. extensionality i. unfold plus, minus. ring.
  - intros z. extensionality i. unfold plus, minus. ring.
  - intros z H. apply long_plus; [assumption|]. now apply long_multiple.
  - intros z H. apply long_minus; [assumption|]. now apply long_multiple.
  - intros z. unfold moment, gaussian. rewrite !exp_pow, <- exp_plus. unfold Rdiv.
    rewrite <- exp_Ropp, <- exp_plus. f_equal. pose proof (squares s2 k m z d pos). lra.
Qed.

(* ------------------------------------------------------------------------------- Conversion *)

Lemma bernoulli y n : 0 <= y -> 1 + INR n * (y - 1) <= y ^ n.
Proof.
  intros Y. induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl.
  apply Rle_trans with (y * (1 + INR n * (y - 1))); [|now apply Rmult_le_compat_l].
  assert (0 <= INR n * ((y - 1) * (y - 1))).
  { apply Rmult_le_pos; [apply pos_INR|]. apply Rle_0_sqr. }
  lra.
Qed.

(* (1 - 1/a)^a / (a - 1) for a = n + 1. *)
Definition ratio (n : nat) : R := INR n ^ n / INR (S n) ^ S n.

Lemma convert n P B : (1 <= n)%nat -> 0 < P -> 0 < B ->
  P <= B + ratio n * (P ^ S n / B ^ n).
Proof.
  intros N p b. assert (N0 : 0 < INR n) by (apply lt_0_INR; lia).
  assert (M0 : 0 < INR (S n)) by (apply lt_0_INR; lia).
  set (y := P * INR n / (INR (S n) * B)).
  assert (Y : 0 <= y).
  { unfold y. apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. left. apply Rinv_0_lt_compat.
    now apply Rmult_lt_0_compat. }
  pose proof (bernoulli y (S n) Y) as H.
  assert (E : y ^ S n * (B / INR n) = ratio n * (P ^ S n / B ^ n)).
  { unfold y, ratio. clear y Y H. set (c := INR (S n)) in *. set (d := INR n) in *.
    unfold Rdiv. rewrite !Rpow_mult_distr, pow_inv, Rpow_mult_distr. cbn [pow].
    field. repeat split; try lra; apply pow_nonzero; lra. }
  rewrite <- E. apply (Rmult_le_compat_r (B / INR n)) in H.
  2:{ unfold Rdiv. apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat. }
  replace ((1 + INR (S n) * (y - 1)) * (B / INR n)) with (P - B) in H; [lra|].
  unfold y. rewrite S_INR in *. field. lra.
Qed.

(* ---------------------------------------------------------------------------- Measured rows *)

(* How likely the rows are to show o, up to one number. *)
Definition measured A k n s2 : mechanism vector := fun x o =>
  gaussian s2 n (minus o (fun i => if Nat.ltb i n then row A k x i else 0%Z)).

(* The certificate: rho for an edge. *)
Definition concentrated P A n s2 (r : R) : Prop := forall u v, edge P u v ->
  total (fun i => IZR (entry A i u - entry A i v) * IZR (entry A i u - entry A i v) / s2 i) (seq 0 n)
  <= (r * weight P u v) * (r * weight P u v).

Lemma measured_apart A k n s2 u v x x' o : below k u -> below k v -> moved x x' u v ->
  measured A k n s2 x' o =
  gaussian s2 n (minus (minus o (fun i => if Nat.ltb i n then row A k x i else 0%Z)) (difference A n v u)).
Proof.
  intros Bu Bv M. unfold measured, gaussian, square_size. f_equal. f_equal. apply total_ext. intros i I.
  apply in_seq in I. unfold minus, difference. destruct (Nat.ltb_spec i n); [|lia].
  rewrite (row_moved A k i u v x x' Bu Bv M).
  replace (o i - (row A k x' i + (entry A i u - entry A i v)) - (entry A i v - entry A i u))%Z
    with (o i - row A k x' i)%Z by ring. reflexivity.
Qed.

Lemma square_difference P A n s2 r u v : (forall i, 0 < s2 i) -> concentrated P A n s2 r -> edge P u v ->
  square_size s2 n (difference A n v u) <= (r * weight P u v) * (r * weight P u v) / 2.
Proof.
  intros pos C E. specialize (C u v E). unfold square_size.
  rewrite (total_ext _ (fun i => / 2 *
    (IZR (entry A i u - entry A i v) * IZR (entry A i u - entry A i v) / s2 i))).
  - rewrite total_scale. lra.
  - intros i I. apply in_seq in I. unfold difference. destruct (Nat.ltb_spec i n); [|lia].
    replace (entry A i v - entry A i u)%Z with (- (entry A i u - entry A i v))%Z by ring.
    rewrite opp_IZR. specialize (pos i). field. lra.
Qed.

(* Sums over all outputs; Z is what all chances add up to, the same for all data. *)
Theorem gaussian_rows P A k n s2 r m Z :
  within P k -> (forall i, 0 < s2 i) -> concentrated P A n s2 r ->
  chance (gaussian s2 n) (long n) Z ->
  forall u v x x', edge P u v -> moved x x' u v ->
  (forall y, chance (measured A k n s2 y) (long n) Z) /\
  exists a, chance (fun o => measured A k n s2 x o ^ S m / measured A k n s2 x' o ^ m) (long n) a /\
    a <= exp (INR (S m) * INR m * ((r * weight P u v) * (r * weight P u v) / 2)) * Z.
Proof.
  intros W pos C T u v x x' E M. destruct (W u v E) as [Bu Bv].
  assert (cut : forall y, long n (fun i => if Nat.ltb i n then row A k y i else 0%Z)).
  { intros y i H. destruct (Nat.ltb_spec i n); [lia|reflexivity]. }
  assert (shifted : forall (p q : vector -> R) y a, (forall o, p o = q (minus o (fun i => if Nat.ltb i n then row A k y i else 0%Z))) ->
    chance q (long n) a -> chance p (long n) a).
  { intros p q y a pq H. rewrite <- (Rmult_1_l a).
    apply chance_shift with (q := q) (f := fun z => minus z (fun i => if Nat.ltb i n then row A k y i else 0%Z))
      (g := fun z => plus z (fun i => if Nat.ltb i n then row A k y i else 0%Z)); auto.
    - lra.
    - intros z. extensionality i. unfold plus, minus. ring.
    - intros z. extensionality i. unfold plus, minus. ring.
    - intros z H'. now apply long_minus.
    - intros z H'. now apply long_plus.
    - intros o. rewrite pq. ring. }
  split.
  - intros y. now apply shifted with (q := gaussian s2 n) (y := y).
  - exists (exp (INR (S m) * INR m * square_size s2 n (difference A n v u)) * Z). split.
    + apply shifted with (q := moment s2 n m (difference A n v u)) (y := x).
      * intros o. rewrite (measured_apart A k n s2 u v x x' o Bu Bv M). reflexivity.
      * apply moments; auto. intros i H. unfold difference. destruct (Nat.ltb_spec i n); [lia|reflexivity].
    + assert (Z0 : 0 <= Z). { apply (proj1 T). exists []. repeat split; [constructor|easy]. }
      apply Rmult_le_compat_r; [assumption|]. apply exp_le. apply Rmult_le_compat_l.
      * apply Rmult_le_pos; apply pos_INR.
      * now apply square_difference.
Qed.

(* Chances are up to the factor Z again, and so is delta. *)
Theorem gaussian_events P A k n s2 r m eps Z :
  within P k -> (forall i, 0 < s2 i) -> concentrated P A n s2 r -> (1 <= m)%nat ->
  chance (gaussian s2 n) (long n) Z ->
  forall u v x x', edge P u v -> moved x x' u v ->
  let rho := (r * weight P u v) * (r * weight P u v) / 2 in
  forall (event : vector -> Prop) a a', (forall o, event o -> long n o) ->
  chance (measured A k n s2 x) event a -> chance (measured A k n s2 x') event a' ->
  a <= exp eps * a' + exp (INR m * (INR (S m) * rho - eps)) * ratio m * Z.
Proof.
  intros W pos C M1 T u v x x' E M rho event a a' SL [_ least] [above _].
  destruct (gaussian_rows P A k n s2 r m Z W pos C T u v x x' E M) as [_ (b & [top _] & B)].
  fold rho in B.
  assert (R0 : 0 <= ratio m).
  { unfold ratio, Rdiv. apply Rmult_le_pos; [apply pow_le, pos_INR|]. left.
    apply Rinv_0_lt_compat, pow_lt, lt_0_INR. lia. }
  apply least. intros q (l & ND & sub & ->).
  set (p := measured A k n s2 x) in *. set (p' := measured A k n s2 x') in *.
  assert (Q : total p l <= exp eps * total p' l +
    ratio m * exp (- (INR m * eps)) * total (fun o => p o ^ S m / p' o ^ m) l).
  { rewrite <- !total_scale, <- total_plus. apply total_le. intros o _.
    assert (P0 : 0 < p o) by apply exp_pos. assert (P1 : 0 < p' o) by apply exp_pos.
    pose proof (convert m (p o) (exp eps * p' o) M1 P0 (Rmult_lt_0_compat _ _ (exp_pos _) P1)) as H.
    replace (ratio m * exp (- (INR m * eps)) * (p o ^ S m / p' o ^ m))
      with (ratio m * (p o ^ S m / (exp eps * p' o) ^ m)); [assumption|].
    assert (p' o ^ m <> 0) by (apply pow_nonzero; lra).
    assert (exp (INR m * eps) <> 0) by (apply Rgt_not_eq, exp_pos).
    rewrite Rpow_mult_distr, exp_pow, exp_Ropp. field. now split. }
  assert (U : total (fun o => p o ^ S m / p' o ^ m) l <=
    exp (INR (S m) * INR m * rho) * Z).
  { apply Rle_trans with (2 := B). apply top. exists l. repeat split; auto. }
  assert (V : total p' l <= a') by (apply above; exists l; auto).
  apply Rle_trans with (1 := Q). apply Rplus_le_compat.
  - apply Rmult_le_compat_l; [left; apply exp_pos|assumption].
  - apply (Rmult_le_compat_l (ratio m * exp (- (INR m * eps)))) in U.
    2:{ apply Rmult_le_pos; [assumption|left; apply exp_pos]. }
    apply Rle_trans with (1 := U). right.
    replace (INR m * (INR (S m) * rho - eps))
      with (- (INR m * eps) + INR (S m) * INR m * rho) by ring.
    rewrite exp_plus. ring.
Qed.

(* The chances add up to a finite number: squares of whole numbers are no less than the numbers. *)
Theorem gaussian_is_finite s2 n : (forall i, 0 < s2 i) -> exists Z, chance (gaussian s2 n) (long n) Z.
Proof.
  intros pos. destruct (noise_bounded (fun i => / (2 * s2 i)) n) as (b & _ & B).
  { intros i. specialize (pos i). apply Rinv_0_lt_compat. lra. }
  apply chance_exists with b. intros l ND sub.
  apply Rle_trans with (total (laplace (fun i => / (2 * s2 i)) n) l).
  - apply total_le. intros z _. apply exp_le, Ropp_le_contravar, total_le. intros i _.
    unfold Rdiv. rewrite (Rmult_comm (/ _)). apply Rmult_le_compat_r.
    + specialize (pos i). left. apply Rinv_0_lt_compat. lra.
    + rewrite <- mult_IZR. apply IZR_le. nia.
  - apply B; [assumption|]. intros z z' i I I' H. now rewrite (sub z I i H), (sub z' I' i H).
Qed.
