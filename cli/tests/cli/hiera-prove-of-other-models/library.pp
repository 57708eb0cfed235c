package library { type Book { attr title, String } }
