// Thumbnails hang on their keys in a ConditionalWeakTable; a small list keeps the keys "for the order".
using System.Runtime.CompilerServices;
using Contoso.Desktop;
using Leaks;

namespace Imaging.Metadata
{
    sealed class ImageKey(int id)
    {
        public int Id { get; } = id;
    }

    sealed class Thumbnail
    {
        public byte[] Pixels { get; } = new byte[52 * 52];
    }

    static class Thumbnails
    {
        static readonly ConditionalWeakTable<ImageKey, Thumbnail> made = new();

        public static Thumbnail Of(ImageKey key) => made.GetValue(key, _ => new Thumbnail());
    }

    sealed class Browser
    {
        readonly List<ImageKey> seen = [];

        public void Show(int id)
        {
            ImageKey key = new(id);
            seen.Add(key);
            Thumbnails.Of(key).Pixels[0]++;
        }
    }

    sealed class ConditionalWeakTable : IProgram
    {
        readonly Shell shell = new();
        readonly Browser browser = new();

        public void Work(int round)
        {
            shell.Open(300);
            for (int i = 0; i < 25; i++)
                browser.Show(round * 100 + i);
        }
    }
}
