class {
