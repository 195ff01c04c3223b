// Rows of a table listen to a model that outlives them.
using System.ComponentModel;
using Contoso.Desktop;
using Leaks;

namespace Ledger.Grid
{
    sealed class Account : INotifyPropertyChanged
    {
        decimal balance;
        public event PropertyChangedEventHandler? PropertyChanged;

        public decimal Balance
        {
            get => balance;
            set
            {
                balance = value;
                PropertyChanged?.Invoke(this, new PropertyChangedEventArgs(nameof(Balance)));
            }
        }
    }

    sealed class LedgerRow
    {
        readonly string[] cells = new string[40];

        public LedgerRow(Account account)
        {
            account.PropertyChanged += (_, e) => cells[0] = e.PropertyName!;
            for (int i = 1; i < cells.Length; i++)
                cells[i] = "";
        }
    }

    sealed class PropertyChanged : IProgram
    {
        readonly Shell shell = new();
        readonly Dictionary<string, Account> accounts = new() { ["cash"] = new(), ["bank"] = new(), ["tax"] = new() };

        public void Work(int round)
        {
            shell.Open(300);
            for (int i = 0; i < 120; i++)
                _ = new LedgerRow(accounts["bank"]);
            accounts["bank"].Balance += round;
        }
    }
}
