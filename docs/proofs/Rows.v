(* From a file to counts: several rows of one person, and rows with weights.

   A file has a list of rows for each person. A row has a key, by which the rows of a person are put in
   order, an answer, and the number of units that it counts as (1 where rows have no weights). At most
   r rows of a person are counted, which fill r slots: the first ones in the order of their keys, rows
   with equal keys in the order of the file. No answer has a say in that.

   Two files are neighbours in place when one person's rows have other answers in one than in the
   other, each along an edge or the same, and keys and places are alike; with weights the units may
   differ as well, where being in the file is hidden.

   - Slots of neighbours in place differ in the slots of one person, each moved along an edge or not
     at all                                                                            [in_place].
   - So their counts are at most r M moves apart, M the most units of a row             [cap],
     and a mechanism that is private at budget c / (r M) for every move keeps c          [cap_private].
   - Somebody with whatever rows and the same person without any are r M moves apart too [leaving].

   The cap of version 0.9 took the rows whose answers had the least hash. That is not private
   [cap_by_answers]: a mechanism that keeps the policy at every budget, even at 0, tells two files that
   are neighbours in place apart for certain.                                                    *)

From Coq Require Import List ZArith Reals Lra Lia FunctionalExtensionality.
From Steward Require Import Sums Policy.
Import ListNotations.
Open Scope R_scope.

Record row := { key : nat; answer : vertex; units : nat }.

(* Stable: a row comes after all whose keys are no larger. *)
Fixpoint insert {A} (k : A -> nat) (r : A) (l : list A) : list A :=
  match l with
  | [] => [r]
  | q :: l' => if Nat.leb (k r) (k q) then r :: l else q :: insert k r l'
  end.

Fixpoint in_order {A} (k : A -> nat) (l : list A) : list A :=
  match l with [] => [] | r :: l => insert k r (in_order k l) end.

Definition slots (r : nat) (rows : list row) : list row := firstn r (in_order key rows).

(* What some slots add to the counts. *)
Definition held (l : list row) : counts :=
  fun c => totalZ (fun r => Z.of_nat (units r) * unit (answer r) c)%Z l.

(* The counts of a file: everybody's slots. *)
Definition counted (r : nat) (file : list (list row)) : counts :=
  fun c => totalZ (fun rows => held (slots r rows) c) file.

(* One row in two files: along an edge that weighs at most w, or not at all; and as many units, or,
   where they differ, both answers are joined to "not in the file". *)
Definition joined (P : policy) (w : R) (u v : vertex) : Prop := edge P u v /\ weight P u v <= w.

Definition row_change (P : policy) (w : R) (a b : row) : Prop :=
  key a = key b /\
  (answer a = answer b \/ joined P w (answer a) (answer b)) /\
  (units a = units b \/ joined P w (answer a) None /\ joined P w None (answer b)).

(* ------------------------------------------------------------- Slots of neighbours in place *)

Lemma insert_alike {A} (k : A -> nat) (R : A -> A -> Prop) r r' l l' :
  (forall a b, R a b -> k a = k b) ->
  R r r' -> Forall2 R l l' -> Forall2 R (insert k r l) (insert k r' l').
Proof.
  intros same H F. induction F as [|q q' l l' Q F IH]; simpl; [auto|].
  rewrite (same _ _ H), (same _ _ Q). destruct (Nat.leb (k r') (k q')); auto.
Qed.

Lemma in_order_alike {A} (k : A -> nat) (R : A -> A -> Prop) l l' :
  (forall a b, R a b -> k a = k b) -> Forall2 R l l' -> Forall2 R (in_order k l) (in_order k l').
Proof. intros same F. induction F; simpl; [auto|]. now apply insert_alike. Qed.

Lemma firstn_alike {A} (R : A -> A -> Prop) n l l' :
  Forall2 R l l' -> Forall2 R (firstn n l) (firstn n l').
Proof. intros F. revert n. induction F; intros [|n]; simpl; auto. Qed.

Theorem in_place P w r rows rows' :
  Forall2 (row_change P w) rows rows' -> Forall2 (row_change P w) (slots r rows) (slots r rows').
Proof.
  intros F. apply firstn_alike. apply in_order_alike; [|assumption]. now intros a b [E _].
Qed.

Lemma in_slots r rows a : In a (slots r rows) -> In a rows.
Proof.
  assert (H : forall l q, In a (insert key q l) -> a = q \/ In a l).
  { induction l as [|b l IH]; simpl; intros q; [intuition|].
    destruct (Nat.leb (key q) (key b)); simpl; [intuition|]. intros [->|I]; [auto|].
    apply IH in I. intuition. }
  unfold slots. intros I. assert (J : In a (in_order key rows)).
  { rewrite <- (firstn_skipn r). apply in_or_app. now left. }
  clear I. induction rows as [|q rows IH]; simpl in *; [easy|]. apply H in J. intuition.
Qed.

(* ------------------------------------------------------------------------ How far they move *)

Definition times (m : nat) (v : vertex) : counts := fun c => (Z.of_nat m * unit v c)%Z.

Lemma times_succ m v : times (S m) v = add (unit v) (times m v).
Proof. extensionality c. unfold times, add. lia. Qed.

Lemma times_none m : times m None = times 0 None.
Proof. extensionality c. unfold times. simpl. lia. Qed.

Lemma along P w u v m : 0 <= w -> joined P w u v ->
  exists d, moves P (times m u) (times m v) d /\ d <= INR m * w.
Proof.
  intros W [E B]. induction m as [|m (d & M & D)].
  - exists 0. split; [|simpl; lra]. replace (times 0 u) with (times 0 v); [constructor|].
    extensionality c. reflexivity.
  - exists (weight P u v + d). rewrite S_INR. split; [|lra]. rewrite !times_succ.
    apply moves_both; [|assumption]. apply moves_edge; [assumption|]. intros c. lia.
Qed.

Lemma times_add m n v : times (m + n) v = add (times m v) (times n v).
Proof. extensionality c. unfold times, add. lia. Qed.

Lemma add_nothing x : add x (times 0 None) = x.
Proof. extensionality c. unfold add, times. simpl. lia. Qed.

Lemma one_slot P w a b M : 0 <= w -> (units a <= M)%nat -> (units b <= M)%nat -> row_change P w a b ->
  exists d, moves P (times (units a) (answer a)) (times (units b) (answer b)) d /\ d <= INR M * w.
Proof.
  intros W Ma Mb (_ & A & U).
  assert (C : forall m, exists d, moves P (times m (answer a)) (times m (answer b)) d /\ d <= INR m * w).
  { intros m. destruct A as [<-|J]; [|now apply along].
    exists 0. split; [constructor|]. apply Rmult_le_pos; [apply pos_INR|assumption]. }
  assert (small : forall m, (m <= M)%nat -> INR m * w <= INR M * w)
    by (intros m L; apply Rmult_le_compat_r; [assumption|]; now apply le_INR).
  assert (none : forall m v, add (times m v) (times 0 None) = times m v) by (intros; apply add_nothing).
  destruct (Nat.le_gt_cases (units a) (units b)) as [L|L].
  - destruct (C (units a)) as (d & D & Dd). destruct U as [U|[_ U]].
    + exists d. split; [now rewrite <- U|]. specialize (small _ Ma). lra.
    + destruct (along P w None (answer b) (units b - units a) W U) as (e & E & Ee).
      exists (d + e). split.
      * replace (units b) with (units a + (units b - units a))%nat by lia. rewrite times_add.
        rewrite <- (none (units a) (answer a)), <- (times_none (units b - units a)).
        now apply moves_both.
      * rewrite minus_INR in Ee by assumption. specialize (small _ Mb). lra.
  - destruct (C (units b)) as (d & D & Dd). destruct U as [U|[U _]]; [lia|].
    destruct (along P w (answer a) None (units a - units b) W U) as (e & E & Ee).
    exists (d + e). split.
    + replace (units a) with (units b + (units a - units b))%nat by lia. rewrite times_add.
      rewrite <- (none (units b) (answer b)), <- (times_none (units a - units b)).
      now apply moves_both.
    + rewrite minus_INR in Ee by lia. specialize (small _ Ma). lra.
Qed.

Lemma held_cons a l : held (a :: l) = add (times (units a) (answer a)) (held l).
Proof. reflexivity. Qed.

Lemma all_slots P w M l l' : 0 <= w -> Forall2 (row_change P w) l l' ->
  (forall a, In a l \/ In a l' -> (units a <= M)%nat) ->
  exists d, moves P (held l) (held l') d /\ d <= INR (length l) * (INR M * w).
Proof.
  intros W F. induction F as [|a b l l' H F IH]; intros B.
  - exists 0. split; [constructor|simpl; lra].
  - destruct (one_slot P w a b M) as (d & D & Dd); auto; try (apply B; simpl; auto).
    destruct IH as (e & E & Ee); [intros q [I|I]; apply B; simpl; auto|].
    exists (d + e). rewrite !held_cons. split; [now apply moves_both|].
    cbn [length]. rewrite S_INR. lra.
Qed.

Lemma slots_length r rows : (length (slots r rows) <= r)%nat.
Proof. unfold slots. rewrite firstn_length. lia. Qed.

(* Two files of the same people: those before and after somebody are the same. *)
Theorem cap P w r M before rows rows' after :
  0 <= w -> Forall2 (row_change P w) rows rows' ->
  (forall a, In a rows \/ In a rows' -> (units a <= M)%nat) ->
  exists d, moves P (counted r (before ++ rows :: after)) (counted r (before ++ rows' :: after)) d /\
    d <= INR r * (INR M * w).
Proof.
  intros W F B. destruct (all_slots P w M (slots r rows) (slots r rows')) as (d & D & Dd); auto.
  - now apply in_place.
  - intros a [I|I]; apply in_slots in I; auto.
  - exists d. split.
    + assert (E : forall q, counted r (before ++ q :: after) =
        add (held (slots r q)) (counted r (before ++ after))).
      { intros q. extensionality c. unfold counted, add. induction before; simpl; lia. }
      rewrite !E. now apply moves_add.
    + apply Rle_trans with (1 := Dd). apply Rmult_le_compat_r.
      * apply Rmult_le_pos; [apply pos_INR|assumption].
      * apply le_INR, slots_length.
Qed.

Theorem cap_private {out} P w r M c (p : mechanism out) before rows rows' after :
  0 <= w -> 0 <= c -> (forall x o, 0 <= p x o) -> private P c p ->
  Forall2 (row_change P w) rows rows' ->
  (forall a, In a rows \/ In a rows' -> (units a <= M)%nat) ->
  forall o, p (counted r (before ++ rows :: after)) o <=
    exp (c * (INR r * INR M) * w) * p (counted r (before ++ rows' :: after)) o.
Proof.
  intros W C pos priv F B o.
  destruct (cap P w r M before rows rows' after W F B) as (d & D & Dd).
  apply Rle_trans with (1 := chain P c p _ _ d priv D o).
  apply Rmult_le_compat_r; [apply pos|].
  assert (L : c * d <= c * (INR r * INR M) * w).
  { rewrite Rmult_assoc. apply Rmult_le_compat_l; [assumption|]. lra. }
  destruct L as [L | ->]; [left; now apply exp_increasing|lra].
Qed.

(* Somebody with rows, and the same person without any. *)
Theorem leaving P w r M before rows after :
  0 <= w -> (forall a, In a rows -> joined P w (answer a) None /\ (units a <= M)%nat) ->
  exists d, moves P (counted r (before ++ rows :: after)) (counted r (before ++ [] :: after)) d /\
    d <= INR r * (INR M * w).
Proof.
  intros W B.
  assert (G : forall l, (forall a, In a l -> joined P w (answer a) None /\ (units a <= M)%nat) ->
    exists d, moves P (held l) (held []) d /\ d <= INR (length l) * (INR M * w)).
  { induction l as [|a l IH]; intros H.
    - exists 0. split; [constructor|simpl; lra].
    - destruct (H a (or_introl eq_refl)) as [J U].
      destruct (along P w (answer a) None (units a) W J) as (d & D & Dd).
      destruct IH as (e & E & Ee); [intros; apply H; now right|].
      exists (d + e). split.
      + rewrite held_cons. replace (held []) with (add (times (units a) None) (held [])).
        * now apply moves_both.
        * rewrite times_none, add_comm. apply add_nothing.
      + cbn [length]. rewrite S_INR. apply le_INR in U.
        apply (Rmult_le_compat_r w) in U; [|assumption]. lra. }
  destruct (G (slots r rows)) as (d & D & Dd).
  { intros a I. apply in_slots in I. auto. }
  exists d. split.
  - assert (E : forall q, counted r (before ++ q :: after) =
      add (held (slots r q)) (counted r (before ++ after))).
    { intros q. extensionality c. unfold counted, add. induction before; simpl; lia. }
    rewrite !E. replace (slots r []) with (@nil row) by (unfold slots; now rewrite firstn_nil).
    now apply moves_add.
  - apply Rle_trans with (1 := Dd). apply Rmult_le_compat_r.
    + apply Rmult_le_pos; [apply pos_INR|assumption].
    + apply le_INR, slots_length.
Qed.

(* ------------------------------------------------------------- What was wrong in version 0.9 *)

(* The rows whose answers have the least hash. *)
Definition slots_by_answers (hash : vertex -> nat) (r : nat) (rows : list row) : list row :=
  firstn r (in_order (fun a => hash (answer a)) rows).

(* The answers 0 and 1 are secret from one another, and 2 is not secret. *)
Definition pair : policy := {|
  edge u v := (u = Some 0%nat /\ v = Some 1%nat) \/ (u = Some 1%nat /\ v = Some 0%nat);
  weight _ _ := 1 |}.

Definition shows_how_many_have_2 : mechanism Z := fun x o => if Z.eqb (x 2%nat) o then 1 else 0.

(* For a hash that sorts 0 before 2 before 1, as one of six does of any three answers. *)
Theorem cap_by_answers : exists rows rows' : list row,
  Forall2 (row_change pair 1) rows rows' /\
  private pair 0 shows_how_many_have_2 /\
  let hash v := match v with Some 0%nat => 0 | Some 2%nat => 1 | _ => 2 end%nat in
  shows_how_many_have_2 (held (slots_by_answers hash 1 rows)) 0%Z = 1 /\
  shows_how_many_have_2 (held (slots_by_answers hash 1 rows')) 0%Z = 0.
Proof.
  exists [Build_row 0 (Some 2%nat) 1; Build_row 0 (Some 0%nat) 1],
         [Build_row 0 (Some 2%nat) 1; Build_row 0 (Some 1%nat) 1].
  split; [|split; [|split; reflexivity]].
  - constructor; [|constructor; [|constructor]].
    + repeat split; auto.
    + repeat split; auto. right. split; simpl; [auto|lra].
  - intros u v x x' E M o. rewrite Rmult_0_l, exp_0, Rmult_1_l.
    unfold shows_how_many_have_2. rewrite (M 2%nat).
    destruct E as [[-> ->]|[-> ->]]; simpl; rewrite Z.add_0_r, Z.sub_0_r; lra.
Qed.
