type Thing { attr size, Integer { default => 0, check => $it > 0 } }
