internal import NetTaskSpec
