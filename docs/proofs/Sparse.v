(* Sparse facts: every move raises one count at most and lowers one at most.

   Number the counts 1, 2, ..., and let 0 stand for "no count". A move is then an arc from the count that
   it lowers to the one that it raises. An irreducible set of moves (Facts.v) is a simple cycle of such
   arcs, one that comes to no count twice [sparse_cycle]; a cycle through 0 is what is called a path from
   v+ to v- elsewhere (He, Machanavajjhala and Ding 2014, theorem 8.2). So no more people move than there are
   counts, and one more [sparse_bound], and no more than the longest simple cycle or path has arcs. One
   public count ties two [one_count].                                                           *)

From Coq Require Import List ZArith Lia Permutation.
From Steward Require Import Sums Policy Facts.
Import ListNotations.
Open Scope Z_scope.

Section Arcs.
Variables low high : nat -> nat.  (* of each person's move *)

Definition one (a b : nat) : Z := if Nat.eqb a b then 1 else 0.
Definition balance (l : list nat) (i : nat) : Z := totalZ (fun q => one (high q) i - one (low q) i) l.
Definition balanced (l : list nat) : Prop := forall i, balance l i = 0.

(* The last arc comes first: each begins where the next in the list ends. *)
Fixpoint linked (c : list nat) : Prop :=
  match c with q :: ((r :: _) as rest) => low q = high r /\ linked rest | _ => True end.

(* A simple cycle: closed, and from no count twice. *)
Definition simple_cycle (c : list nat) : Prop := exists first rest,
  c = rest ++ [first] /\ linked c /\ high (hd first rest) = low first /\ NoDup (map low c).

Lemma linked_prefix c q r : linked (c ++ q :: r) -> linked (c ++ [q]).
Proof. induction c as [|a [|b c] IH]; simpl in *; intuition. Qed.

Lemma linked_balance c q i : linked (c ++ [q]) ->
  balance (c ++ [q]) i = one (high (hd q c)) i - one (low q) i.
Proof.
  unfold balance. induction c as [|a c IH]; intros L; [simpl; lia|].
  assert (H : low a = high (hd q c) /\ linked (c ++ [q])) by (destruct c; exact L).
  destruct H as [E H]. specialize (IH H). cbn [app totalZ hd]. rewrite IH, E. lia.
Qed.

Lemma balance_permuted l l' i : Permutation l l' -> balance l i = balance l' i.
Proof. unfold balance. induction 1; simpl; lia. Qed.

Lemma leaves l b q : balanced l -> In q l -> high q = b -> exists r, In r l /\ low r = b.
Proof.
  intros B I E. destruct (in_dec Nat.eq_dec b (map low l)) as [J|J].
  - apply in_map_iff in J as (r & H & J). eauto.
  - exfalso. specialize (B b). unfold balance in B.
    assert (H : forall l, ~ In b (map low l) -> 0 <= totalZ (fun q => one (high q) b - one (low q) b) l /\
      (In q l -> 0 < totalZ (fun q => one (high q) b - one (low q) b) l)).
    { clear - E. induction l as [|a l IH]; simpl; intros N; [split; [lia|easy]|].
      destruct IH as [P Q]; [intuition|]. unfold one in *.
      destruct (Nat.eqb_spec (low a) b); [intuition|].
      split; [destruct (Nat.eqb (high a) b); lia|]. intros [->|I].
      - rewrite E, Nat.eqb_refl. lia.
      - specialize (Q I). destruct (Nat.eqb (high a) b); lia. }
    destruct (H l J) as [_ Q]. specialize (Q I). lia.
Qed.

Lemma NoDup_prefix {A} (l l' : list A) : NoDup (l ++ l') -> NoDup l.
Proof.
  induction l as [|a l IH]; simpl; intros N; constructor; apply NoDup_cons_iff in N as [X N]; auto.
  intros I. apply X, in_or_app. now left.
Qed.

Lemma find_cycle l : NoDup l -> balanced l ->
  forall n c q, (length l <= n + length (q :: c))%nat -> incl (q :: c) l -> NoDup (map low (q :: c)) ->
  linked (q :: c) -> exists d, incl d l /\ simple_cycle d.
Proof.
  intros ND B. induction n as [|n IH]; intros c q Len I N L;
    (destruct (in_dec Nat.eq_dec (high q) (map low (q :: c))) as [J|J];
    [apply in_map_iff in J as (r & E & J); apply in_split in J as (c1 & c2 & S); exists (c1 ++ [r]);
     split;
     [intros x X; apply I; rewrite S; apply in_or_app; apply in_app_or in X as [X|[->|[]]]; simpl; auto
     |exists r, c1; repeat split;
      [rewrite S in L; now apply linked_prefix in L
      |rewrite E; destruct c1; simpl in *; congruence
      |rewrite S in N; replace (c1 ++ r :: c2) with ((c1 ++ [r]) ++ c2) in N by (now rewrite <- app_assoc);
       rewrite map_app in N; now apply NoDup_prefix in N]]
    |destruct (leaves l (high q) q B (I q (or_introl eq_refl)) eq_refl) as (r & K & E)]).
  - exfalso. assert (X : NoDup (map low (r :: q :: c))).
    { cbn [map]. constructor; [rewrite E; exact J|exact N]. }
    apply NoDup_map_inv in X. apply NoDup_incl_length with (l' := l) in X; [simpl in *; lia|].
    intros x [<-|Y]; auto.
  - apply (IH (q :: c) r); auto.
    + simpl in *. lia.
    + intros x [<-|Y]; auto.
    + cbn [map]. constructor; [rewrite E; exact J|exact N].
    + simpl. auto.
Qed.

Lemma whole_cycle l : NoDup l -> l <> [] -> balanced l ->
  (forall S, balanced (filter S l) -> filter S l = [] \/ filter S l = l) ->
  exists c, Permutation c l /\ simple_cycle c.
Proof.
  intros ND some B parts. destruct l as [|q l']; [easy|]. set (l := q :: l') in *.
  destruct (find_cycle l ND B (length l) [] q) as (c & I & C).
  - lia.
  - intros x [<-|[]]. now left.
  - repeat constructor. easy.
  - exact Logic.I.
  - exists c. split; [|assumption].
    destruct C as (first & rest & E & L & closed & N).
    set (S x := existsb (Nat.eqb x) c).
    assert (inS : forall x, S x = true <-> In x c).
    { intros x. unfold S. rewrite existsb_exists. split.
      - intros (y & J & Q). now apply Nat.eqb_eq in Q as ->.
      - intros J. exists x. split; [assumption|apply Nat.eqb_refl]. }
    assert (P : Permutation c (filter S l)).
    { apply NoDup_Permutation; [now apply NoDup_map_inv in N|now apply NoDup_filter|].
      intros x. rewrite filter_In, inS. split; [auto|easy]. }
    destruct (parts S) as [Q|Q].
    + intros i. rewrite <- (balance_permuted _ _ i P), E, linked_balance by (now rewrite <- E).
      rewrite closed. lia.
    + rewrite Q in P. apply Permutation_sym, Permutation_nil in P.
      rewrite P in E. now destruct rest.
    + now rewrite Q in P.
Qed.

(* Moves of the people in l change the counts F as their arcs say. *)
Definition sparse (F : list fact) (D D' : file) (l : list nat) : Prop :=
  (forall q, In q l -> (low q <= length F)%nat /\ (high q <= length F)%nat) /\
  forall i f a, nth_error F i = Some (f, a) -> forall q, In q l ->
    f q (D' q) - f q (D q) = one (high q) (S i) - one (low q) (S i).

Lemma totalZ_swap (f : nat -> nat -> Z) l l' :
  totalZ (fun a => totalZ (f a) l') l = totalZ (fun b => totalZ (fun a => f a b) l) l'.
Proof. induction l as [|a l IH]; simpl; [now rewrite totalZ_zero|now rewrite IH, totalZ_plus]. Qed.

Lemma one_in n b : (b <= n)%nat -> totalZ (one b) (seq 0 (S n)) = 1.
Proof.
  intros L. rewrite (totalZ_ext _ (fun i => if Nat.eqb i b then 1 else 0)).
  - apply totalZ_single with (f := fun _ => 1); [apply Nat.eqb_eq|apply seq_NoDup|apply in_seq; lia].
  - intros i _. unfold one. now rewrite Nat.eqb_sym.
Qed.

Lemma adds_up_balanced F D D' l : sparse F D D' l -> (adds_up F D D' l <-> balanced l).
Proof.
  intros [small arcs]. split.
  - intros A.
    assert (P : forall i, (0 < i <= length F)%nat -> balance l i = 0).
    { intros i H. destruct (nth_error F (i - 1)) as [[f a]|] eqn:E.
      - rewrite <- (A f a (nth_error_In _ _ E)). unfold balance. apply totalZ_ext. intros q I.
        rewrite (arcs _ f a E q I). now replace (S (i - 1)) with i by lia.
      - apply nth_error_None in E. lia. }
    (* All balances add up to nothing, so that of 0 is nothing too. *)
    assert (T : totalZ (balance l) (seq 0 (S (length F))) = 0).
    { unfold balance. rewrite <- totalZ_swap, (totalZ_ext _ (fun _ => 0)), totalZ_zero; [reflexivity|].
      intros q I. destruct (small q I). rewrite totalZ_minus.
      rewrite (one_in _ _ H), (one_in _ _ H0). lia. }
    cbn [seq totalZ] in T. rewrite (totalZ_ext _ (fun _ => 0)), totalZ_zero in T.
    2:{ intros i I. apply in_seq in I. apply P. lia. }
    intros i. destruct (Nat.eq_dec i 0) as [->|]; [lia|].
    destruct (Nat.le_gt_cases i (length F)); [apply P; lia|].
    unfold balance. rewrite (totalZ_ext _ (fun _ => 0)); [apply totalZ_zero|]. intros q I.
    destruct (small q I). unfold one.
    destruct (Nat.eqb_spec (high q) i), (Nat.eqb_spec (low q) i); lia.
  - intros B f a I. apply In_nth_error in I as [i E]. rewrite <- (B (S i)). unfold balance.
    apply totalZ_ext. intros q J. now apply (arcs i f a).
Qed.

Theorem sparse_cycle F D D' l : sparse F D D' l -> irreducible F D D' l ->
  exists c, Permutation c l /\ simple_cycle c.
Proof.
  intros S (ND & some & zero & parts). apply whole_cycle; auto.
  - now apply (adds_up_balanced F D D' l).
  - intros Q B. apply parts. apply adds_up_balanced; [|assumption]. destruct S as [small arcs]. split.
    + intros q I. apply filter_In in I as [I _]. auto.
    + intros i f a E q I. apply filter_In in I as [I _]. eauto.
Qed.

Theorem sparse_bound F D D' l : sparse F D D' l -> irreducible F D D' l ->
  (length l <= S (length F))%nat.
Proof.
  intros H Irr. destruct (sparse_cycle F D D' l H Irr) as (c & P & (first & rest & _ & _ & _ & N)).
  rewrite <- (Permutation_length P), <- (map_length low), <- (seq_length (S (length F)) 0).
  apply NoDup_incl_length; [assumption|]. intros i I. apply in_map_iff in I as (q & <- & I).
  apply (Permutation_in _ P) in I. destruct H as [small _]. destruct (small q I). apply in_seq. lia.
Qed.
End Arcs.

(* One public count ties two people at most. *)
Theorem one_count (counts : nat -> vertex -> bool) a D D' l :
  irreducible [((fun p v => if counts p v then 1 else 0), a)] D D' l -> (length l <= 2)%nat.
Proof.
  intros H.
  apply (sparse_bound (fun p => if counts p (D p) then if counts p (D' p) then 0 else 1 else 0)%nat
    (fun p => if counts p (D' p) then if counts p (D p) then 0 else 1 else 0)%nat) in H; [exact H|].
  split.
  - intros q _. destruct (counts q (D q)), (counts q (D' q)); simpl; lia.
  - intros [|i] f b E q _; [|now destruct i]. injection E as <- <-. unfold one.
    destruct (counts q (D q)), (counts q (D' q)); reflexivity.
Qed.
