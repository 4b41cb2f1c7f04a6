(* Noise: the shift lemma, and with it every mechanism that adds discrete Laplace noise.

   Noise is a vector z of n whole numbers, drawn independently, z_i with a chance in proportion to
   exp(-s_i |z_i|): "scale 1/s_i". What is released is any function F(x,z) of the data and the noise.
   Suppose that for every edge (u,v), and all data x, x' a move along it apart, there is a shift t, a
   vector of whole numbers, such that

       F(x, z) = F(x', z + t) for every z,    and    sum_i s_i |t_i| <= c w(u,v).

   Then the release keeps the policy at budget c                             [shift_lemma].

   What the program checks in exact fractions before it draws anything, the certificate, is one of
       - measured rows y = A x + z:   sum_i s_i |a_iu - a_iv| <= c w(u,v)     [measured_rows],
         with one scale for all rows: s times the sensitivity is at most c   [sensitivity_suffices],
         with a scale for each of several groups of rows, n_g a bound on what the rows of group g
         change by together: sum_g n_g s_g <= c w(u,v)                       [loads_suffice];
       - W x + R z:   R t = W (e_u - e_v) and sum_i s_i |t_i| <= c w(u,v)     [linear_release];
       - noise on edges, x + sum_e z_e (e_u - e_v):   s_e <= c w(e)           [noise_on_edges];
       - noise that is drawn on condition that it lies in a set of vectors which the shifts only
         move within itself                                                   [conditioned_noise],
         such as that of all cells adding up to zero where the number of people is known:
         scale 2/c on every cell is enough where everything is secret         [summing_to_zero],
         and where the number is secret, too, if the noise of one more cell that is not published is
         among those that add up to zero                                      [one_kept_back].
   The chances of noise add up to a finite number, so they can be divided by it [noise_is_finite].   *)

From Coq Require Import List ZArith Reals Lra Lia FunctionalExtensionality.
From Steward Require Import Sums Policy.
Import ListNotations.
Open Scope R_scope.

(* Vectors of n whole numbers: zero beyond. *)
Definition vector := nat -> Z.
Definition long (n : nat) (z : vector) : Prop := forall i, (n <= i)%nat -> z i = 0%Z.
Definition plus (z t : vector) : vector := fun i => (z i + t i)%Z.

Definition size (s : nat -> R) (n : nat) (z : vector) : R :=
  total (fun i => s i * IZR (Z.abs (z i))) (seq 0 n).

(* Up to the number that makes all chances add up to one, which does not depend on data. *)
Definition laplace (s : nat -> R) (n : nat) (z : vector) : R := exp (- size s n z).

(* The chance that what is made of data x and noise lies in S. [L] is the set that noise is drawn
   from: all vectors of length n, but for conditioned noise. *)
Definition released {out} (L : vector -> Prop) s n (F : counts -> vector -> out) x :
  (out -> Prop) -> R -> Prop :=
  fun S => chance (laplace s n) (fun z => L z /\ S (F x z)).

Lemma size_triangle s n z t : (forall i, 0 <= s i) -> size s n (plus z t) <= size s n z + size s n t.
Proof.
  intros pos. unfold size. rewrite <- total_plus. apply total_le. intros i _.
  rewrite <- Rmult_plus_distr_l, <- plus_IZR. apply Rmult_le_compat_l; [apply pos|].
  apply IZR_le. unfold plus. lia.
Qed.

Lemma laplace_shift s n z t : (forall i, 0 <= s i) ->
  laplace s n z <= exp (size s n t) * laplace s n (plus z t).
Proof.
  intros pos. unfold laplace. rewrite <- exp_plus.
  pose proof (size_triangle s n z t pos).
  destruct (Rle_lt_or_eq_dec (- size s n z) (size s n t + - size s n (plus z t))) as [L|L]; [lra| |].
  - left. now apply exp_increasing.
  - rewrite L. lra.
Qed.

Lemma exp_le a b : a <= b -> exp a <= exp b.
Proof. intros [L | ->]; [left; now apply exp_increasing|lra]. Qed.

(* ------------------------------------------------------------------------- The shift lemma *)

Theorem conditioned_noise {out} (P : policy) c (L : vector -> Prop) s n (F : counts -> vector -> out) :
  (forall i, 0 <= s i) ->
  (forall u v x x', edge P u v -> moved x x' u v ->
     exists t, (forall z, L z -> L (plus z t)) /\
       (forall z, F x z = F x' (plus z t)) /\
       size s n t <= c * weight P u v) ->
  forall u v x x', edge P u v -> moved x x' u v ->
  never_more (exp (c * weight P u v)) (released L s n F x) (released L s n F x').
Proof.
  intros pos shift u v x x' E M S a a'.
  destruct (shift u v x x' E M) as (t & inL & same & small).
  apply chance_le with (f := fun z => plus z t).
  - left. apply exp_pos.
  - intros z z' eq. extensionality i. apply (f_equal (fun f => f i)) in eq.
    unfold plus in eq. lia.
  - intros z [Lz Sz]. split; [auto|]. now rewrite <- same.
  - intros z _. apply Rle_trans with (1 := laplace_shift s n z t pos).
    apply Rmult_le_compat_r; [left; apply exp_pos|]. now apply exp_le.
Qed.

Theorem shift_lemma {out} (P : policy) c s n (F : counts -> vector -> out) :
  (forall i, 0 <= s i) ->
  (forall u v x x', edge P u v -> moved x x' u v ->
     exists t, long n t /\ (forall z, F x z = F x' (plus z t)) /\ size s n t <= c * weight P u v) ->
  forall u v x x', edge P u v -> moved x x' u v ->
  never_more (exp (c * weight P u v)) (released (long n) s n F x) (released (long n) s n F x').
Proof.
  intros pos shift. apply conditioned_noise; [assumption|].
  intros u v x x' E M. destruct (shift u v x x' E M) as (t & lt & same & small).
  exists t. repeat split; try assumption.
  intros z lz i Hi. unfold plus. now rewrite (lz i Hi), (lt i Hi).
Qed.

(* ---------------------------------------------------------------------------- Certificates *)

(* Rows over k answers: what a vertex has in row i; "not in the file" has nothing. *)
Definition entry (A : nat -> nat -> Z) (i : nat) (v : vertex) : Z :=
  match v with Some b => A i b | None => 0%Z end.

Definition row (A : nat -> nat -> Z) (k : nat) (x : counts) (i : nat) : Z :=
  totalZ (fun b => A i b * x b)%Z (seq 0 k).

Definition below (k : nat) (v : vertex) : Prop := match v with Some b => (b < k)%nat | None => True end.

Lemma row_unit A k i v : below k v -> row A k (unit v) i = entry A i v.
Proof.
  destruct v as [b|]; simpl; intros B; unfold row, unit.
  - rewrite (totalZ_ext _ (fun a => if Nat.eqb a b then A i a else 0%Z)).
    + apply totalZ_single; [apply Nat.eqb_eq|apply seq_NoDup|apply in_seq; lia].
    + intros a _. destruct (Nat.eqb a b); lia.
  - rewrite (totalZ_ext _ (fun _ => 0%Z)); [apply totalZ_zero|]. intros; lia.
Qed.

Lemma row_moved A k i u v x x' : below k u -> below k v -> moved x x' u v ->
  row A k x i = (row A k x' i + (entry A i u - entry A i v))%Z.
Proof.
  intros Bu Bv M. rewrite <- (row_unit A k i u Bu), <- (row_unit A k i v Bv). unfold row.
  rewrite <- totalZ_minus, <- totalZ_plus. apply totalZ_ext. intros b _. rewrite (M b). ring.
Qed.

Definition within (P : policy) (k : nat) : Prop :=
  forall u v, edge P u v -> below k u /\ below k v.

(* The difference of two columns, as a shift of n rows. *)
Definition difference A n u v : vector :=
  fun i => if Nat.ltb i n then (entry A i u - entry A i v)%Z else 0%Z.

Lemma size_difference s A n u v : size s n (difference A n u v) =
  total (fun i => s i * IZR (Z.abs (entry A i u - entry A i v))) (seq 0 n).
Proof.
  unfold size. apply total_ext. intros i I. apply in_seq in I. unfold difference.
  destruct (Nat.ltb_spec i n); [reflexivity|lia].
Qed.

Theorem measured_rows P c k A n s :
  within P k -> (forall i, 0 <= s i) ->
  (forall u v, edge P u v ->
     total (fun i => s i * IZR (Z.abs (entry A i u - entry A i v))) (seq 0 n) <= c * weight P u v) ->
  forall u v x x', edge P u v -> moved x x' u v ->
  let F x z := fun i => if Nat.ltb i n then (row A k x i + z i)%Z else 0%Z in
  never_more (exp (c * weight P u v)) (released (long n) s n F x) (released (long n) s n F x').
Proof.
  intros W pos cert u v x x' E M F. revert u v x x' E M. apply shift_lemma; [assumption|].
  intros u v x x' E M. destruct (W u v E) as [Bu Bv].
  exists (difference A n u v). repeat split.
  - intros i Hi. unfold difference. destruct (Nat.ltb_spec i n); [lia|reflexivity].
  - intros z. unfold F. extensionality i. unfold plus, difference.
    destruct (Nat.ltb i n); [|reflexivity]. rewrite (row_moved A k i u v x x'); auto. ring.
  - rewrite size_difference. auto.
Qed.

(* By how much n rows change along an edge: what core/sensitivity works out. *)
Definition change A n u v : Z := totalZ (fun i => Z.abs (entry A i u - entry A i v)) (seq 0 n).

(* [sensitivity P A n d]: no edge changes the rows by more than d per unit of its weight. *)
Definition sensitivity (P : policy) A n (d : R) : Prop :=
  forall u v, edge P u v -> IZR (change A n u v) <= d * weight P u v.

Theorem sensitivity_suffices P c k A n s d :
  within P k -> 0 <= s -> s * d <= c -> (forall u v, edge P u v -> 0 <= weight P u v) ->
  sensitivity P A n d ->
  forall u v x x', edge P u v -> moved x x' u v ->
  let F x z := fun i => if Nat.ltb i n then (row A k x i + z i)%Z else 0%Z in
  never_more (exp (c * weight P u v))
    (released (long n) (fun _ => s) n F x) (released (long n) (fun _ => s) n F x').
Proof.
  intros W pos sd wpos sens. apply measured_rows; auto.
  intros u v E. rewrite total_scale, <- IZR_totalZ. specialize (sens u v E). unfold change in sens.
  apply Rle_trans with (s * (d * weight P u v)).
  - now apply Rmult_le_compat_l.
  - rewrite <- Rmult_assoc. apply Rmult_le_compat_r; auto.
Qed.

(* By how much the rows of group g change. *)
Definition change_in (group : nat -> nat) A n g u v : Z :=
  totalZ (fun i => if Nat.eqb (group i) g then Z.abs (entry A i u - entry A i v) else 0%Z) (seq 0 n).

Theorem loads_suffice P c k A n (group : nat -> nat) (groups : nat) s loads :
  within P k -> (forall g, 0 <= s g) -> (forall i, (i < n)%nat -> (group i < groups)%nat) ->
  (forall u v, edge P u v ->
     (forall g, IZR (change_in group A n g u v) <= loads u v g) /\
     total (fun g => loads u v g * s g) (seq 0 groups) <= c * weight P u v) ->
  forall u v x x', edge P u v -> moved x x' u v ->
  let F x z := fun i => if Nat.ltb i n then (row A k x i + z i)%Z else 0%Z in
  never_more (exp (c * weight P u v))
    (released (long n) (fun i => s (group i)) n F x) (released (long n) (fun i => s (group i)) n F x').
Proof.
  intros W pos G cert. apply measured_rows; auto.
  intros u v E. destruct (cert u v E) as [each all]. apply Rle_trans with (2 := all).
  apply Rle_trans with (total (fun g => IZR (change_in group A n g u v) * s g) (seq 0 groups)).
  2:{ apply total_le. intros g _. now apply Rmult_le_compat_r. }
  unfold change_in. right. assert (S : forall i, In i (seq 0 n) -> (group i < groups)%nat)
    by (intros i I; apply in_seq in I; apply G; lia).
  clear - S. induction (seq 0 n) as [|i l IH]; simpl.
  - rewrite (total_ext _ (fun _ => 0)), total_const by (intros; ring). ring.
  - rewrite IH by (intros; apply S; now right). set (d := Z.abs (entry A i u - entry A i v)).
    rewrite (total_ext (fun g => IZR ((if Nat.eqb (group i) g then d else 0) + _) * s g)
      (fun g => (if Nat.eqb g (group i) then s (group i) * IZR d else 0) +
        IZR (totalZ (fun j => if Nat.eqb (group j) g then Z.abs (entry A j u - entry A j v) else 0%Z) l) * s g)).
    2:{ intros g _. rewrite plus_IZR, (Nat.eqb_sym g). destruct (Nat.eqb_spec (group i) g); subst; ring. }
    rewrite total_plus. f_equal. specialize (S i (or_introl eq_refl)). symmetry.
    assert (Q : In (group i) (seq 0 groups)) by (apply in_seq; lia).
    pose proof (seq_NoDup groups 0) as ND. revert Q ND. generalize (s (group i) * IZR d).
    generalize (group i). clear. intros h r I ND. induction ND as [|g l N ND IH]; simpl; [easy|].
    destruct (Nat.eqb_spec g h) as [->|X].
    + rewrite (total_ext _ (fun _ => 0)), total_const; [ring|].
      intros j J. destruct (Nat.eqb_spec j h) as [->|]; easy.
    + destruct I as [->|I]; [easy|]. rewrite IH by assumption. ring.
Qed.

Theorem linear_release P c k W R n m s :
  within P k -> (forall i, 0 <= s i) ->
  (forall u v, edge P u v -> exists t, long n t /\
     (forall j, (j < m)%nat -> row R n t j = (entry W j u - entry W j v)%Z) /\
     size s n t <= c * weight P u v) ->
  forall u v x x', edge P u v -> moved x x' u v ->
  let F x z := fun j => if Nat.ltb j m then (row W k x j + row R n z j)%Z else 0%Z in
  never_more (exp (c * weight P u v)) (released (long n) s n F x) (released (long n) s n F x').
Proof.
  intros Wk pos cert u v x x' E M F. revert u v x x' E M. apply shift_lemma; [assumption|].
  intros u v x x' E M. destruct (Wk u v E) as [Bu Bv].
  destruct (cert u v E) as (t & lt & Rt & small). exists t. repeat split; auto.
  intros z. unfold F. extensionality j. destruct (Nat.ltb_spec j m); [|reflexivity].
  rewrite (row_moved W k j u v x x'), <- Rt by assumption.
  assert (D : row R n (plus z t) j = (row R n z j + row R n t j)%Z); [|lia].
  unfold row, plus. rewrite <- totalZ_plus. apply totalZ_ext. intros b _. ring.
Qed.

(* Edge number e of a list joins two vertices; its draw moves counts from one to the other. *)
Definition moved_along (ends : nat -> vertex * vertex) n (x : counts) (z : vector) : counts :=
  fun b => (x b + totalZ (fun e => z e * (unit (fst (ends e)) b - unit (snd (ends e)) b)) (seq 0 n))%Z.

Theorem noise_on_edges P c ends n s :
  (forall i, 0 <= s i) ->
  (forall u v, edge P u v -> exists e, (e < n)%nat /\ ends e = (u, v) /\ s e <= c * weight P u v) ->
  forall u v x x', edge P u v -> moved x x' u v ->
  never_more (exp (c * weight P u v))
    (released (long n) s n (moved_along ends n) x) (released (long n) s n (moved_along ends n) x').
Proof.
  intros pos cert. apply shift_lemma; [assumption|].
  intros u v x x' E M. destruct (cert u v E) as (e & en & ee & small).
  exists (fun i => if Nat.eqb i e then 1%Z else 0%Z). repeat split.
  - intros i Hi. destruct (Nat.eqb_spec i e); [lia|reflexivity].
  - intros z. unfold moved_along, plus. extensionality b. rewrite (M b).
    rewrite (totalZ_ext
      (fun i => (z i + (if Nat.eqb i e then 1 else 0)) * (unit (fst (ends i)) b - unit (snd (ends i)) b))%Z
      (fun i => z i * (unit (fst (ends i)) b - unit (snd (ends i)) b) +
        (if Nat.eqb i e then unit (fst (ends i)) b - unit (snd (ends i)) b else 0))%Z)
      by (intros i _; destruct (Nat.eqb i e); lia).
    rewrite totalZ_plus, (totalZ_single Nat.eqb Nat.eqb_eq), ee; [simpl; lia|apply seq_NoDup|].
    apply in_seq. lia.
  - unfold size. apply Rle_trans with (total (fun i => if Nat.eqb i e then s e else 0) (seq 0 n)).
    + apply total_le. intros i _. destruct (Nat.eqb_spec i e) as [->|]; simpl; lra.
    + apply Rle_trans with (2 := small). pose proof (pos e) as se. revert en. clear - se.
      assert (H : forall a l, NoDup l -> total (fun i => if Nat.eqb i a then s e else 0) l <= s e).
      { intros a l ND. induction ND as [|i l N ND IH]; simpl; [lra|].
        destruct (Nat.eqb_spec i a) as [->|]; [|lra].
        rewrite (total_ext _ (fun _ => 0)), total_const; [lra|].
        intros j Ij. destruct (Nat.eqb_spec j a) as [->|]; easy. }
      intros _. apply H, seq_NoDup.
Qed.

(* --------------------------------------------------------------- Noise that adds up to zero *)

Definition sum (k : nat) (z : vector) : Z := totalZ z (seq 0 k).

(* Everything is secret and the number of people is known: any two of the k answers are joined by an
   edge of weight one, and nobody comes or goes. *)
Definition everything (k : nat) : policy := {|
  edge u v := exists a b, u = Some a /\ v = Some b /\ (a < k)%nat /\ (b < k)%nat;
  weight _ _ := 1 |}.

Theorem summing_to_zero k c :
  0 <= c ->
  forall u v x x', edge (everything k) u v -> moved x x' u v ->
  let L z := long k z /\ sum k z = 0%Z in
  let F x z := fun b => if Nat.ltb b k then (x b + z b)%Z else 0%Z in
  never_more (exp c) (released L (fun _ => c / 2) k F x) (released L (fun _ => c / 2) k F x').
Proof.
  intros pos u v x x' E M L F.
  replace c with (c * weight (everything k) u v) at 1 by (simpl; ring).
  revert u v x x' E M. apply conditioned_noise; [intros; lra|].
  intros u v x x' (a & b & -> & -> & ak & bk) M.
  assert (one : forall d, (d < k)%nat -> sum k (unit (Some d)) = 1%Z).
  { intros d dk. unfold sum, unit. apply totalZ_single with (f := fun _ => 1%Z);
      [apply Nat.eqb_eq|apply seq_NoDup|apply in_seq; lia]. }
  exists (fun i => unit (Some a) i - unit (Some b) i)%Z. repeat split.
  - destruct H as [lz _]. intros i Hi. unfold plus. rewrite (lz i Hi). unfold unit.
    destruct (Nat.eqb_spec i a), (Nat.eqb_spec i b); lia.
  - destruct H as [_ sz]. unfold sum, plus in *. rewrite totalZ_plus, totalZ_minus, sz.
    pose proof (one a ak). pose proof (one b bk). unfold sum in *. lia.
  - intros z. unfold F, plus. extensionality i. rewrite (M i). destruct (Nat.ltb i k); lia.
  - unfold size. rewrite total_scale, <- IZR_totalZ.
    assert (B : (totalZ (fun i => Z.abs (unit (Some a) i - unit (Some b) i)) (seq 0 k) <= 2)%Z).
    { apply Z.le_trans with
        (totalZ (fun i => unit (Some a) i + unit (Some b) i)%Z (seq 0 k)).
      - apply totalZ_le. intros i _. unfold unit.
        destruct (Nat.eqb i a), (Nat.eqb i b); simpl; lia.
      - rewrite totalZ_plus. pose proof (one a ak). pose proof (one b bk). unfold sum in *. lia. }
    apply IZR_le in B. apply (Rmult_le_compat_l (c / 2)) in B; [|lra]. simpl in *. lra.
Qed.

(* Everything is secret, and so is who is in the file: any two of the k answers and "not in the file"
   are joined by an edge of weight one. The noise of those who are not in the file is drawn with that of
   the others, and kept back: it has the place k. *)
Definition everyone (k : nat) : policy := {| edge u v := below k u /\ below k v; weight _ _ := 1 |}.

Definition place (k : nat) (v : vertex) : nat := match v with Some b => b | None => k end.

Theorem one_kept_back k c :
  0 <= c ->
  forall u v x x', edge (everyone k) u v -> moved x x' u v ->
  let L z := long (S k) z /\ sum (S k) z = 0%Z in
  let F x z := fun b => if Nat.ltb b k then (x b + z b)%Z else 0%Z in
  never_more (exp c) (released L (fun _ => c / 2) (S k) F x) (released L (fun _ => c / 2) (S k) F x').
Proof.
  intros pos u v x x' E M L F.
  replace c with (c * weight (everyone k) u v) at 1 by (simpl; ring).
  revert u v x x' E M. apply conditioned_noise; [intros; lra|].
  intros u v x x' [bu bv] M.
  assert (inside : forall w, below k w -> (place k w < S k)%nat).
  { intros [b|] B; simpl in *; lia. }
  pose proof (inside u bu) as ak. pose proof (inside v bv) as bk.
  set (a := place k u) in *. set (b := place k v) in *.
  assert (one : forall d, (d < S k)%nat -> sum (S k) (unit (Some d)) = 1%Z).
  { intros d dk. unfold sum, unit. apply totalZ_single with (f := fun _ => 1%Z);
      [apply Nat.eqb_eq|apply seq_NoDup|apply in_seq; lia]. }
  assert (seen : forall w i, (i < k)%nat -> unit w i = unit (Some (place k w)) i).
  { intros [d|] i Hi; simpl; [reflexivity|]. destruct (Nat.eqb_spec i k); [lia|reflexivity]. }
  exists (fun i => unit (Some a) i - unit (Some b) i)%Z. repeat split.
  - destruct H as [lz _]. intros i Hi. unfold plus. rewrite (lz i Hi). unfold unit.
    destruct (Nat.eqb_spec i a), (Nat.eqb_spec i b); lia.
  - destruct H as [_ sz]. unfold sum, plus in *. rewrite totalZ_plus, totalZ_minus, sz.
    pose proof (one a ak). pose proof (one b bk). unfold sum in *. lia.
  - intros z. unfold F, plus. extensionality i. destruct (Nat.ltb_spec i k) as [ik|]; [|reflexivity].
    rewrite (M i), (seen u i ik), (seen v i ik). unfold a, b. lia.
  - unfold size. rewrite total_scale, <- IZR_totalZ.
    assert (B : (totalZ (fun i => Z.abs (unit (Some a) i - unit (Some b) i)) (seq 0 (S k)) <= 2)%Z).
    { apply Z.le_trans with
        (totalZ (fun i => unit (Some a) i + unit (Some b) i)%Z (seq 0 (S k))).
      - apply totalZ_le. intros i _. unfold unit.
        destruct (Nat.eqb i a), (Nat.eqb i b); simpl; lia.
      - rewrite totalZ_plus. pose proof (one a ak). pose proof (one b bk). unfold sum in *. lia. }
    apply IZR_le in B. apply (Rmult_le_compat_l (c / 2)) in B; [|lra]. simpl (weight _ _ _). lra.
Qed.

(* ------------------------------------------------------------------------- Noise is finite *)

(* The whole numbers from -n to n; zero stands in it twice, which does no harm below. *)
Definition around (n : nat) : list Z :=
  map Z.of_nat (seq 0 (S n)) ++ map (fun i => (- Z.of_nat i)%Z) (seq 0 (S n)).

Lemma in_around n a : (Z.abs a <= Z.of_nat n)%Z -> In a (around n).
Proof.
  intros B. apply in_or_app. destruct (Z.le_gt_cases 0 a).
  - left. apply in_map_iff. exists (Z.to_nat a). split; [lia|]. apply in_seq. lia.
  - right. apply in_map_iff. exists (Z.to_nat (- a)). split; [lia|]. apply in_seq. lia.
Qed.

Lemma geometric q n : 0 < q < 1 -> total (fun i => q ^ i) (seq 0 n) <= / (1 - q).
Proof.
  intros Q. assert (E : total (fun i => q ^ i) (seq 0 n) * (1 - q) = 1 - q ^ n).
  { induction n as [|n IH]; [simpl; ring|].
    rewrite seq_S, total_app, Rmult_plus_distr_r, IH. simpl. ring. }
  apply Rmult_le_reg_r with (1 - q); [lra|]. rewrite E, Rinv_l by lra.
  pose proof (pow_lt q n). lra.
Qed.

Lemma one_coordinate s n : 0 < s ->
  total (fun a => exp (- (s * IZR (Z.abs a)))) (around n) <= 2 / (1 - exp (- s)).
Proof.
  intros sp. assert (Q : 0 < exp (- s) < 1).
  { split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing. lra. }
  assert (P : forall i, exp (- (s * IZR (Z.of_nat i))) = exp (- s) ^ i).
  { intros i. rewrite <- INR_IZR_INZ. induction i as [|i IH].
    - simpl. replace (- (s * 0)) with 0 by ring. apply exp_0.
    - rewrite S_INR. simpl. rewrite <- IH, <- exp_plus. f_equal. ring. }
  unfold around. rewrite total_app, !total_map.
  rewrite (total_ext _ (fun i => exp (- s) ^ i))
    by (intros i _; rewrite Z.abs_eq by lia; apply P).
  rewrite (total_ext (fun i => exp (- (s * IZR (Z.abs (- Z.of_nat i))))) (fun i => exp (- s) ^ i))
    by (intros i _; rewrite Z.abs_opp, Z.abs_eq by lia; apply P).
  pose proof (geometric _ (S n) Q). unfold Rdiv. lra.
Qed.

Lemma by_coordinate (f : vector -> R) (n : nat) (keys : list Z) (l : list vector) :
  (forall z, 0 <= f z) -> (forall z, In z l -> In (z n) keys) ->
  total f l <= total (fun a => total f (filter (fun z => Z.eqb (z n) a) l)) keys.
Proof.
  intros pos. induction l as [|z l IH]; intros I.
  - simpl. rewrite total_const. lra.
  - apply Rle_trans with
      (total (fun a => (if Z.eqb (z n) a then f z else 0) +
        total f (filter (fun z => Z.eqb (z n) a) l)) keys).
    + rewrite total_plus. simpl. apply Rplus_le_compat.
      * specialize (I z (or_introl eq_refl)). clear IH. induction keys as [|a keys IHk]; [easy|].
        simpl. assert (0 <= total (fun a => if Z.eqb (z n) a then f z else 0) keys).
        { apply total_nonneg. intros b _. destruct (Z.eqb (z n) b); auto with real. }
        destruct (Z.eqb_spec (z n) a) as [E|N]; [pose proof (pos z); lra|].
        destruct I as [->|I]; [easy|]. specialize (IHk I). lra.
      * apply IH. intros; apply I; now right.
    + apply total_le. intros a _. simpl. destruct (Z.eqb (z n) a); simpl; lra.
Qed.

Lemma laplace_succ s n z : laplace s (S n) z = exp (- (s n * IZR (Z.abs (z n)))) * laplace s n z.
Proof.
  unfold laplace, size. rewrite seq_S, total_app, <- exp_plus. f_equal. simpl. ring.
Qed.

Lemma bounded_magnitude (n : nat) (l : list vector) :
  exists b : nat, forall z, In z l -> In (z n) (around b).
Proof.
  exists (Z.to_nat (totalZ (fun z => Z.abs (z n)) l)). intros z I. apply in_around.
  assert (0 <= totalZ (fun z => Z.abs (z n)) l /\ Z.abs (z n) <= totalZ (fun z => Z.abs (z n)) l)%Z;
    [|lia].
  induction l as [|y l IH]; [easy|]. simpl.
  assert (0 <= totalZ (fun z => Z.abs (z n)) l)%Z.
  { clear. induction l; simpl; lia. }
  destruct I as [->|I]; [lia|]. specialize (IH I). lia.
Qed.

Lemma noise_bounded s n : (forall i, 0 < s i) -> exists b, 0 <= b /\
  forall l, NoDup l -> (forall z z' i, In z l -> In z' l -> (n <= i)%nat -> z i = z' i) ->
  total (laplace s n) l <= b.
Proof.
  intros pos. induction n as [|n (b & B & IH)].
  - exists 1. split; [lra|]. intros l ND same. destruct l as [|z [|y l]]; simpl; [lra| |].
    + unfold laplace, size. simpl. rewrite Ropp_0, exp_0. lra.
    + exfalso. apply NoDup_cons_iff in ND as [N _]. apply N. left. extensionality i.
      apply same; [right; now left|now left|lia].
  - exists (2 / (1 - exp (- s n)) * b). pose proof (pos n) as sn.
    assert (exp (- s n) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
    split.
    { apply Rmult_le_pos; [|assumption]. unfold Rdiv. apply Rmult_le_pos; [lra|].
      left. apply Rinv_0_lt_compat. lra. }
    intros l ND same. destruct (bounded_magnitude n l) as [m M].
    apply Rle_trans with (1 := by_coordinate _ n (around m) l
      (fun z => Rlt_le _ _ (exp_pos _)) M).
    apply Rle_trans with (b * total (fun a => exp (- (s n * IZR (Z.abs a)))) (around m)).
    + rewrite <- total_scale. apply total_le. intros a _.
      rewrite (total_ext _ (fun z => exp (- (s n * IZR (Z.abs a))) * laplace s n z)).
      2:{ intros z I. apply filter_In in I as [_ E]. apply Z.eqb_eq in E.
          change (laplace s (S n) z = exp (- (s n * IZR (Z.abs a))) * laplace s n z).
          rewrite laplace_succ, E. reflexivity. }
      rewrite total_scale, Rmult_comm. apply Rmult_le_compat_r; [left; apply exp_pos|].
      apply IH; [now apply NoDup_filter|]. intros z z' i I I' Hi.
      apply filter_In in I as [I E]. apply filter_In in I' as [I' E'].
      apply Z.eqb_eq in E, E'. destruct (Nat.eq_dec i n) as [->|N]; [congruence|].
      apply same; auto. lia.
    + rewrite Rmult_comm. apply Rmult_le_compat_r; [assumption|]. now apply one_coordinate.
Qed.

(* So the chances of all events exist, that of everything among them, by which they are divided. *)
Theorem noise_is_finite {out} (L : vector -> Prop) s n (F : counts -> vector -> out) x S :
  (forall i, 0 < s i) -> (forall z, L z -> long n z) ->
  exists a, released L s n F x S a.
Proof.
  intros pos lng. destruct (noise_bounded s n pos) as (b & _ & B).
  apply chance_exists with b. intros l ND sub. apply B; [assumption|].
  intros z z' i I I' Hi. now rewrite (lng z (proj1 (sub z I)) i Hi), (lng z' (proj1 (sub z' I')) i Hi).
Qed.
