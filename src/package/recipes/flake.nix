# For Nix. Builds from source.
{
  description = "Analyzer of managed heap dumps";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      build = pkgs: pkgs.stdenv.mkDerivation {
        pname = "gcview";
        version = "@VERSION@";
        src = pkgs.fetchurl {
          url = "@RELEASES@/gcview-@VERSION@-source.tar.gz";
          sha256 = "@SHA256 gcview-@VERSION@-source.tar.gz@";
        };
        nativeBuildInputs = [ pkgs.cmake ];
        meta = {
          description = "Analyzer of managed heap dumps";
          homepage = "@HOMEPAGE@";
          license = pkgs.lib.licenses.mit;
          mainProgram = "gcview";
        };
      };
    in {
      packages = nixpkgs.lib.genAttrs systems (system: {
        default = build nixpkgs.legacyPackages.${system};
      });
    };
}
