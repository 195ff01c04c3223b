// Rendered invoices are kept in a static dictionary for "the next time"; nothing takes one out.
using Contoso.Web;
using Leaks;

namespace Billing.Invoices
{
    sealed class InvoiceLine
    {
        public required string Text { get; init; }
        public decimal Amount { get; init; }
    }

    sealed class Invoice
    {
        public required Guid Id { get; init; }
        public List<InvoiceLine> Lines { get; } = [];
    }

    static class InvoiceRenderer
    {
        static readonly Dictionary<Guid, Invoice> rendered = new();

        public static Invoice Render(int number)
        {
            Invoice invoice = new() { Id = new Guid(number, 1, 2, new byte[8]) };
            for (int i = 0; i < 2; i++)
                invoice.Lines.Add(new InvoiceLine { Text = $"position {i} of {number}", Amount = i });
            return rendered[invoice.Id] = invoice;
        }
    }

    sealed class StaticDictionary : IProgram
    {
        readonly Site site = new();

        public void Work(int round)
        {
            site.Serve(1200);
            for (int i = 0; i < 220; i++)
                InvoiceRenderer.Render(round * 1000 + i);
        }
    }
}
