type user { attr name, String }
type User { attr name, String }
type USER {}
