class Usdot < Formula
  desc "@DESCRIPTION@"
  homepage "@HOMEPAGE@"
  url "@HOMEPAGE@/releases/download/v@VERSION@/usdot-@VERSION@.tgz"
  sha256 "@SHA256_PACKAGE@"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    generate_completions_from_executable(bin/"usdot", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match "PRAIRIE LANTERN FREIGHT INC", shell_output("#{bin}/usdot --sample carrier 9000001")
  end
end
