package a 'urn:a'
package b = 'urn:b'
package c {
  uri: 'urn:c'
  type D {}
}
