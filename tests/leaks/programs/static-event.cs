// Pages subscribe to a static event; closing a page does not unsubscribe.
using Contoso.Desktop;
using Leaks;

namespace Desk.Settings
{
    static class ThemeManager
    {
        public static event Action? ThemeChanged;
        public static void Change() => ThemeChanged?.Invoke();
    }

    sealed class SettingsPage
    {
        readonly int[] bitmap = new int[6000];

        public SettingsPage() => ThemeManager.ThemeChanged += Redraw;

        void Redraw() => bitmap[0]++;

        public void Close() { }
    }

    sealed class StaticEvent : IProgram
    {
        readonly Shell shell = new();

        public void Work(int round)
        {
            shell.Open(300);
            for (int i = 0; i < 3; i++)
                new SettingsPage().Close();
            ThemeManager.Change();
        }
    }
}
