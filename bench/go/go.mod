module usdot.example/bench

go 1.19
