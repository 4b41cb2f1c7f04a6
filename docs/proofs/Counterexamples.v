(* What is not private: statements from the literature, and one of our own, that would have been
   mistakes in the program. That of version 0.9 about the cap on rows is in Rows.v [cap_by_answers].

   - He, Machanavajjhala and Ding (2014), lemma 6.1, gives the sums of places of the people in each of
     several groups a sensitivity of twice the threshold. On a line of 0 to 10 with neighbours secret and
     a border between 5 and 6, a move changes the two sums by 11, not by 2    [sums_across_a_border],
     and noise for 2 loses more than was promised                             [lemma_6_1].
   - DAWA's published first stage adds Laplace noise of scale (2 - 1/L - 1/n)/eps to the deviations of
     runs of L > 1 entries and none to those of single entries, and takes the cut with the least sum. Of
     three entries the chance of no run at all changes by exp(12/7 eps) when one entry changes by one:
     more than exp(eps)                                                       [dawa_first_stage].
   - Two answers at a distance beyond a threshold theta are hidden by the number of steps between them,
     rounded up. Rounded down (Communications of the ACM 2015), the promise is not kept by a mechanism
     that keeps the policy                                                    [floor_for_ceiling].
   - Releases about different parts of the answers add up for somebody who moves from one part to another:
     two of budget c tell 2c                                                  [parts_of_the_answers].
   - To the letter of definition 4.1, neighbours under facts can be further apart than the number of
     people in simple cycles and paths allows: on a line of four answers where the number of people in
     the first two is known, the pair (0,2) and (3,1) is one, at a distance of 4 and not 2  [to_the_letter].
*)

From Coq Require Import List ZArith Reals Lra Lia.
From Steward Require Import Sums Policy Noise Facts.
Import ListNotations.
Open Scope R_scope.

(* Answers up to theta apart are joined, at weight one. *)
Definition near (theta : nat) : policy := {|
  edge u v := exists a b, u = Some a /\ v = Some b /\ a <> b /\ (a <= b + theta /\ b <= a + theta)%nat;
  weight _ _ := 1 |}.

(* --------------------------------------------------------------------------- Lemma 6.1 *)

(* Row 0 adds up the places of those at 0 to 5, row 1 of those at 6 to 10. *)
Definition sums_of_groups (i a : nat) : Z :=
  if Nat.eqb i (if Nat.leb a 5 then 0 else 1) then Z.of_nat a else 0%Z.

Theorem sums_across_a_border : edge (near 1) (Some 5%nat) (Some 6%nat) /\
  change sums_of_groups 2 (Some 5%nat) (Some 6%nat) = 11%Z.
Proof. split; [|reflexivity]. exists 5%nat, 6%nat. repeat split; lia. Qed.

(* One output and its chances, up to the same number: rows with noise of scale 2/c. *)
Theorem lemma_6_1 c : 0 < c ->
  let x' := unit (Some 6%nat) in let x := unit (Some 5%nat) in
  let noise x o := laplace (fun _ => c / 2) 2 (fun i => o i - row sums_of_groups 11 x i)%Z in
  moved x x' (Some 5%nat) (Some 6%nat) /\
  exists o, noise x o = exp (11 / 2 * c) * noise x' o /\ exp (c * weight (near 1) (Some 5%nat) (Some 6%nat)) * noise x' o < noise x o.
Proof.
  intros c0 x' x noise. split; [intros a; unfold x, x'; lia|].
  exists (fun i => if Nat.eqb i 0 then 5%Z else 0%Z).
  assert (A : noise x (fun i => if Nat.eqb i 0 then 5%Z else 0%Z) = exp 0).
  { unfold noise, laplace, size. f_equal. cbv - [Rplus Rmult Ropp Rdiv IZR]. simpl. ring. }
  assert (B : noise x' (fun i => if Nat.eqb i 0 then 5%Z else 0%Z) = exp (- (11 / 2 * c))).
  { unfold noise, laplace, size. f_equal. cbv - [Rplus Rmult Ropp Rdiv IZR]. simpl. field. }
  rewrite A, B, <- !exp_plus. split; [f_equal; ring|]. apply exp_increasing. simpl. lra.
Qed.

(* -------------------------------------------------------------------- DAWA's first stage *)

(* The chance that Laplace noise of scale b is at least t, for t >= 0. *)
Definition laplace_tail (b t : R) : R := exp (- t / b) / 2.

(* Three entries may be cut into runs of one or two. A run costs its deviation from the mean and 1/eps2,
   what noise will add to it; there is noise on the two runs of two, of scale (2 - 1/2 - 1/3)/eps, and
   none on single entries. No run of two is taken where each costs more than two single entries do, so
   where its noise is at least 1/eps2 less its deviation. *)
Definition no_run (eps eps2 : R) (first second : R) : R :=
  let b := (2 - / 2 - / 3) / eps in
  laplace_tail b (/ eps2 - first) * laplace_tail b (/ eps2 - second).

(* The sum of the distances of two entries from their mean is how far they are apart. *)
Definition apart (z : nat -> R) (i j : nat) : R :=
  Rabs (z i - (z i + z j) / 2) + Rabs (z j - (z i + z j) / 2).

Theorem dawa_first_stage eps eps2 : 0 < eps -> 0 < eps2 <= 1 ->
  let z' := fun _ : nat => 0 in let z := fun i : nat => if Nat.eqb i 1 then 1 else 0 in
  let shown z := no_run eps eps2 (apart z 0 1) (apart z 1 2) in
  (0 <= / eps2 - apart z 0 1 /\ 0 <= / eps2 - apart z 1 2) /\
  shown z = exp (12 / 7 * eps) * shown z' /\ exp eps * shown z' < shown z.
Proof.
  intros e0 [e1 e2] z' z shown.
  assert (one : 1 <= / eps2) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (A : apart z 0 1 = 1).
  { unfold apart, z. simpl. rewrite (Rabs_left), (Rabs_right); lra. }
  assert (B : apart z 1 2 = 1).
  { unfold apart, z. simpl. rewrite (Rabs_right), (Rabs_left); lra. }
  assert (C : forall i j, apart z' i j = 0).
  { intros i j. unfold apart, z'. replace (0 - (0 + 0) / 2) with 0 by field. rewrite Rabs_R0. ring. }
  assert (E : shown z = exp (12 / 7 * eps) * shown z').
  { unfold shown, no_run. rewrite A, B, !C. unfold laplace_tail.
    replace (- (/ eps2 - 1) / ((2 - / 2 - / 3) / eps))
      with (6 / 7 * eps + - (/ eps2 - 0) / ((2 - / 2 - / 3) / eps)) by (field; lra).
    replace (12 / 7 * eps) with (6 / 7 * eps + 6 / 7 * eps) by field.
    rewrite !exp_plus. field. }
  repeat split; try lra. rewrite E. apply Rmult_lt_compat_r.
  - unfold shown, no_run, laplace_tail, Rdiv.
    repeat apply Rmult_lt_0_compat; try apply exp_pos; lra.
  - apply exp_increasing. lra.
Qed.

(* ------------------------------------------------------------------- Floor for ceiling *)

(* Answers within 2 are secret. One row counts the steps from 0, rounded up; its noise has scale 1/c. *)
Definition steps (_ a : nat) : Z := Z.of_nat ((a + 1) / 2).

Theorem floor_for_ceiling c : 0 < c ->
  (forall u v, edge (near 2) u v -> IZR (change steps 1 u v) <= 1 * weight (near 2) u v) /\
  let noise x o := laplace (fun _ => c) 1 (fun i => o i - row steps 4 x i)%Z in
  exists o, exp (c * 1) * noise (unit (Some 0%nat)) o < noise (unit (Some 3%nat)) o.
Proof.
  intros c0. split.
  - intros u v (a & b & -> & -> & N & L & L'). change (weight _ _ _) with 1. rewrite Rmult_1_r.
    apply IZR_le. unfold change, steps. cbn [totalZ seq entry].
    assert ((a + 1) / 2 <= (b + 1) / 2 + 1 /\ (b + 1) / 2 <= (a + 1) / 2 + 1)%nat; [|lia].
    assert (H : forall p q, (p <= q + 2 -> (p + 1) / 2 <= (q + 1) / 2 + 1)%nat).
    { intros p q H. replace ((q + 1) / 2 + 1)%nat with ((q + 1 + 1 * 2) / 2)%nat
        by (rewrite Nat.div_add; lia). apply Nat.div_le_mono; lia. }
    split; apply H; lia.
  - intros noise. exists (fun _ => 2%Z).
    assert (A : noise (unit (Some 3%nat)) (fun _ => 2%Z) = exp 0).
    { unfold noise, laplace, size. f_equal. cbv - [Rplus Rmult Ropp Rdiv IZR]. simpl. ring. }
    assert (B : noise (unit (Some 0%nat)) (fun _ => 2%Z) = exp (- (2 * c))).
    { unfold noise, laplace, size. f_equal. cbv - [Rplus Rmult Ropp Rdiv IZR]. simpl. ring. }
    rewrite A, B, <- exp_plus. apply exp_increasing. lra.
Qed.

(* ---------------------------------------------------------------- Parts of the answers *)

(* One release shows how many have the answer 0, the other how many have 1, each with noise of scale 1/c:
   each is private at budget c for the policy that joins the two, and both together only at 2c. *)
Theorem parts_of_the_answers c : 0 < c ->
  let shown a x o := exp (- (c * IZR (Z.abs (o - x a)))) in
  (forall a, (a <= 1)%nat -> private (near 1) c (shown a : mechanism Z)) /\
  exists o o', shown 0%nat (unit (Some 0%nat)) o * shown 1%nat (unit (Some 0%nat)) o' =
    exp (2 * c) * (shown 0%nat (unit (Some 1%nat)) o * shown 1%nat (unit (Some 1%nat)) o').
Proof.
  intros c0 shown. split.
  - intros a a1 u v x x' (p & q & -> & -> & N & _) M o. unfold shown. simpl. rewrite <- exp_plus.
    assert (L : - (c * IZR (Z.abs (o - x a))) <= c * 1 + - (c * IZR (Z.abs (o - x' a)))).
    { assert (K : (Z.abs (o - x' a) <= 1 + Z.abs (o - x a))%Z).
      { rewrite (M a). unfold unit. destruct (Nat.eqb_spec a p), (Nat.eqb_spec a q); lia. }
      apply IZR_le in K. rewrite plus_IZR in K. apply (Rmult_le_compat_l c) in K; lra. }
    destruct L as [L|L]; [left; now apply exp_increasing|rewrite L; lra].
  - exists 1%Z, 0%Z. unfold shown. rewrite <- !exp_plus. f_equal. simpl. ring.
Qed.

(* ------------------------------------------------------------------------ To the letter *)

(* Two people; it is known how many of them have the answers 0 and 1. *)
Definition low : fact := ((fun _ v => match v with Some a => if Nat.leb a 1 then 1 else 0 | None => 0 end)%Z, 1%Z).

Definition two (a b : nat) : file := fun p => if Nat.eqb p 0 then Some a else Some b.

Lemma near_far u v d : way (near 1) u v d ->
  forall a b, u = Some a -> v = Some b -> IZR (Z.abs (Z.of_nat a - Z.of_nat b)) <= d.
Proof.
  intros W. induction W as [u v E|u t v d E W IH]; intros a b -> ->.
  - destruct E as (p & q & Ep & Eq & _ & L). injection Ep as ->. injection Eq as ->.
    apply IZR_le. lia.
  - destruct E as (p & q & Ep & -> & _ & L). injection Ep as ->. specialize (IH q b eq_refl eq_refl).
    change (weight _ _ _) with 1. rewrite Rplus_comm.
    apply Rle_trans with (IZR (Z.abs (Z.of_nat q - Z.of_nat b)) + 1); [|lra].
    rewrite <- plus_IZR. apply IZR_le. lia.
Qed.

Theorem to_the_letter : strict (near 1) 2 [low] (two 0 2) (two 3 1) /\
  (forall d, way (near 1) (Some 0%nat) (Some 3%nat) d -> 3 <= d) /\
  (forall d, way (near 1) (Some 2%nat) (Some 1%nat) d -> 1 <= d).
Proof.
  split; [|split; intros d W; exact (near_far _ _ _ W _ _ eq_refl eq_refl)].
  assert (A : forall D, agrees 2 [low] D <->
    (fst low 0%nat (D 0%nat) + fst low 1%nat (D 1%nat))%Z = 1%Z).
  { intros D. split.
    - intros H. specialize (H _ _ (or_introl eq_refl)). simpl in *. lia.
    - intros H f a [E|[]]. injection E as <- <-. simpl in *. lia. }
  assert (S : forall D3 p v, secret_moves (near 1) 2 (two 0 2) D3 p v ->
    (p = 0 /\ D3 0 = Some 1 /\ v = Some 1 \/ p = 1 /\ (D3 1 = Some 1 \/ D3 1 = Some 3) /\ v = D3 1)%nat).
  { intros D3 p v (B & E & a & b & P & -> & N & L). unfold two in P.
    destruct p as [|[|p]]; [| |lia]; injection P as <-.
    - left. assert (b = 1%nat) by lia. now subst.
    - right. assert (b = 1 \/ b = 3)%nat as [->| ->] by lia; auto. }
  assert (one : forall p v, secret_moves (near 1) 2 (two 0 2) (two 3 1) p v -> p = 1%nat /\ v = Some 1%nat).
  { intros p v H. apply S in H as [(-> & E & _)|(-> & _ & ->)]; [discriminate|auto]. }
  split.
  - now apply A.
  - now apply A.
  - exists 1%nat, (Some 1%nat). repeat split; [lia|]. exists 2%nat, 1%nat. repeat split; lia.
  - intros D3 _ (p & v & H) I q w Hq. destruct (one _ _ Hq) as [-> ->].
    pose proof (I _ _ H) as K. destruct (one _ _ K) as [-> ->]. exact H.
  - intros D3 H _ I J q w Hq.
    (* The second person has to move to 1, so the first has to leave 0 and 1, and only 3 is allowed. *)
    destruct (I 1%nat (Some 1%nat)) as (_ & E1 & _).
    { repeat split; [lia|]. exists 2%nat, 1%nat. repeat split; lia. }
    apply A in H. rewrite E1 in H.
    assert (N0 : D3 0%nat <> Some 0%nat) by (intros E; rewrite E in H; simpl in H; lia).
    destruct (J 0%nat (D3 0%nat)) as (_ & E0 & _).
    { repeat split; [lia|]. intros E. apply N0. now rewrite <- E. }
    destruct Hq as (B & <- & N). destruct q as [|[|q]]; [| |lia]; repeat split; try lia; auto.
Qed.
