$encoding => 'UTF-99'
package x {}
