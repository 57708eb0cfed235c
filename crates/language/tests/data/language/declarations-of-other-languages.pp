-- a comment
import 'other.ecore'
public class Order {
  private String a;
  -- another comment
  attr b, String -- at the end of a line
}
public type Line {
  attr a, String
}
export enum Color { red, green }
datatype Money = Float
datatype Weight : Float
datatype Length extends Float
datatype Width Float
type Last = {
  attr a, String
}
package com.example.shop
