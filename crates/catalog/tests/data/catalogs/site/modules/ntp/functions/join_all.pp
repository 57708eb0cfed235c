# Joins texts.
function ntp::join_all(Array[String] $texts) >> String {
  $texts.reduce |$memo, $text| { "${memo}+${text}" }
}
