(* Computes examples/Slots.jsonl. *)

From Coq Require Import String.
From Steward Require Import Examples.
Open Scope string_scope.

Eval vm_compute in lines 40 a_person.
