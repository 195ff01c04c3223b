// An editor remembers each step, in a list of its own making without an end.
using Contoso.Desktop;
using Leaks;

namespace Draw.Editing
{
    sealed class Step
    {
        public required string What { get; init; }
        public required byte[] Before { get; init; }
        public Step? Previous { get; init; }
    }

    sealed class Canvas
    {
        Step? last;

        public void Stroke(int color) => last = new Step { What = $"stroke {color}", Before = new byte[1600], Previous = last };
    }

    sealed class UndoHistory : IProgram
    {
        readonly Shell shell = new();
        readonly Canvas canvas = new();

        public void Work(int round)
        {
            shell.Open(300);
            for (int i = 0; i < 40; i++)
                canvas.Stroke(i);
        }
    }
}
