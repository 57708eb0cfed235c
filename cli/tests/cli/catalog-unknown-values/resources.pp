create_resources('notify', { 'a' => $settings::x })
