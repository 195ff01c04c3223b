// A page registers a lambda with the command bus; the lambda captures the page.
using Contoso.Desktop;
using Leaks;

namespace Media.Players
{
    sealed class CommandBus
    {
        readonly List<Func<string, bool>> handlers = [];
        public void Register(Func<string, bool> handler) => handlers.Add(handler);
        public bool Send(string command) => handlers.Exists(handler => handler(command));
    }

    sealed class PlayerPage
    {
        readonly float[] waveform = new float[1800];
        readonly string title;

        public PlayerPage(CommandBus bus, string title, string command)
        {
            this.title = title;
            bus.Register(sent => sent == command && Play());
        }

        bool Play() => waveform[0]++ > title.Length;
    }

    sealed class Closure : IProgram
    {
        readonly Shell shell = new();
        readonly CommandBus bus = new();

        public void Work(int round)
        {
            shell.Open(300);
            for (int i = 0; i < 10; i++)
                _ = new PlayerPage(bus, $"song {i} of round {round}", $"play {i}");
            bus.Send("stop");
        }
    }
}
