#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "NetTask needs libyaml: `apt-get install libyaml-dev` on Debian and Ubuntu, `brew install libyaml` on macOS"
#endif
