// Frames for a replay that nobody asked for: a list keeps their large arrays.
using Contoso.Desktop;
using Leaks;

namespace Video.Frames
{
    sealed class Frame(int number)
    {
        public int Number { get; } = number;
        public byte[] Pixels { get; } = new byte[90_000];
    }

    sealed class Player
    {
        readonly List<Frame> replay = [];

        public void Show(Frame frame, bool marked)
        {
            if (marked)
                replay.Add(frame);
        }
    }

    sealed class LargeArrays : IProgram
    {
        readonly Shell shell = new();
        readonly Player player = new();

        public void Work(int round)
        {
            shell.Open(300);
            for (int i = 0; i < 20; i++)
                player.Show(new Frame(i), marked: i == 0);
        }
    }
}
