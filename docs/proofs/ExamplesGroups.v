(* Computes examples/Groups.jsonl. *)

From Coq Require Import String.
From Steward Require Import Examples Deciding.
Open Scope string_scope.

Eval vm_compute in lines 30 some_groups.
