module steward/tools/recheck

go 1.26.0
