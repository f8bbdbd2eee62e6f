title = Admiralty
