class ntp::client($iburst, $version=$ntp::version) { }
