# For Homebrew, in a tap. Builds from source.
class Gcview < Formula
  desc "Analyzer of managed heap dumps"
  homepage "@HOMEPAGE@"
  url "@RELEASES@/gcview-@VERSION@-source.tar.gz"
  sha256 "@SHA256 gcview-@VERSION@-source.tar.gz@"
  license "MIT"

  depends_on "cmake" => :build

  def install
    system "cmake", "-S", ".", "-B", "build", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"empty.json").write "{}"
    assert_match "gcview #{version}", shell_output("#{bin}/gcview --version")
    assert_match "not a heap dump", shell_output("#{bin}/gcview empty.json 2>&1", 3)
  end
end
