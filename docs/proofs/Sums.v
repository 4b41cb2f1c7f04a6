(* Sums over lists, of real numbers and of whole ones: what is used of them elsewhere.

   [total f l] is the sum of [f a] over the entries [a] of the list [l], and [totalZ] the same
   for whole numbers. *)

From Coq Require Import List ZArith Reals Lra Lia.
Import ListNotations.
Open Scope R_scope.

Fixpoint total {A} (f : A -> R) (l : list A) : R :=
  match l with [] => 0 | a :: l => f a + total f l end.

Fixpoint totalZ {A} (f : A -> Z) (l : list A) : Z :=
  match l with [] => 0%Z | a :: l => (f a + totalZ f l)%Z end.

Section Sums.
Context {A : Type}.
Implicit Types (f g : A -> R) (l : list A).

Lemma total_ext f g l : (forall a, In a l -> f a = g a) -> total f l = total g l.
Proof. induction l as [|a l IH]; simpl; intros H; [|rewrite H, IH]; auto. Qed.

Lemma total_le f g l : (forall a, In a l -> f a <= g a) -> total f l <= total g l.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lra|].
  apply Rplus_le_compat; auto.
Qed.

Lemma total_nonneg f l : (forall a, In a l -> 0 <= f a) -> 0 <= total f l.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lra|].
  assert (0 <= f a) by auto. assert (0 <= total f l) by auto. lra.
Qed.

Lemma total_pos f l : l <> [] -> (forall a, In a l -> 0 < f a) -> 0 < total f l.
Proof.
  destruct l as [|a l]; [easy|]. simpl. intros _ H.
  assert (0 < f a) by auto.
  assert (0 <= total f l) by (apply total_nonneg; intros; left; auto). lra.
Qed.

Lemma total_scale c f l : total (fun a => c * f a) l = c * total f l.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma total_plus f g l : total (fun a => f a + g a) l = total f l + total g l.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma total_app f l l' : total f (l ++ l') = total f l + total f l'.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma total_const c l : total (fun _ => c) l = INR (length l) * c.
Proof. induction l as [|a l IH]; [simpl; ring|]. cbn [total length]. rewrite IH, S_INR. ring. Qed.

Lemma total_map {B} (h : B -> A) f (l : list B) : total f (map h l) = total (fun b => f (h b)) l.
Proof. induction l as [|b l IH]; simpl; [|rewrite IH]; auto. Qed.

Lemma totalZ_ext (f g : A -> Z) l : (forall a, In a l -> f a = g a) -> totalZ f l = totalZ g l.
Proof. induction l as [|a l IH]; simpl; intros H; [|rewrite H, IH]; auto. Qed.

Lemma totalZ_plus (f g : A -> Z) l :
  (totalZ (fun a => f a + g a) l = totalZ f l + totalZ g l)%Z.
Proof. induction l as [|a l IH]; simpl; lia. Qed.

Lemma totalZ_minus (f g : A -> Z) l :
  (totalZ (fun a => f a - g a) l = totalZ f l - totalZ g l)%Z.
Proof. induction l as [|a l IH]; simpl; lia. Qed.

Lemma totalZ_le (f g : A -> Z) l :
  (forall a, In a l -> f a <= g a)%Z -> (totalZ f l <= totalZ g l)%Z.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lia|].
  pose proof (H a (or_introl eq_refl)). pose proof (IH (fun b Hb => H b (or_intror Hb))). lia.
Qed.

Lemma totalZ_zero l : totalZ (fun _ => 0%Z) l = 0%Z.
Proof. induction l; simpl; lia. Qed.

Lemma IZR_totalZ (f : A -> Z) l : IZR (totalZ f l) = total (fun a => IZR (f a)) l.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite plus_IZR, IH. Qed.

(* One entry of a list without repetitions is picked out by its indicator. *)
Lemma totalZ_single (eqb : A -> A -> bool) (eqb_eq : forall a b, eqb a b = true <-> a = b)
  (f : A -> Z) l b : NoDup l -> In b l ->
  totalZ (fun a => if eqb a b then f a else 0%Z) l = f b.
Proof.
  induction l as [|a l IH]; simpl; [easy|]. intros ND [->|I].
  - apply NoDup_cons_iff in ND as [N _].
    rewrite (proj2 (eqb_eq b b) eq_refl).
    rewrite (totalZ_ext _ (fun _ => 0%Z)), totalZ_zero; [lia|].
    intros c Ic. destruct (eqb c b) eqn:E; [|easy]. apply eqb_eq in E. now subst.
  - apply NoDup_cons_iff in ND as [N ND]. rewrite IH by assumption.
    destruct (eqb a b) eqn:E; [|lia]. apply eqb_eq in E. now subst.
Qed.

End Sums.
