site {
  bindings => [
    layer { 'hiera':
      include => 'confdir:/hiera::**',
      categories => {
        exact common => 'common',
      },
      backends => { 'yaml' => { 'data_folder' => 'numbers' } },
    },
  ]
}
