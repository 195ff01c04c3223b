// Mail that could not be sent waits in a linked list for a retry that never comes.
using Contoso.Service;
using Leaks;

namespace Mail.Outbox
{
    sealed class MailMessage
    {
        public required string To { get; init; }
        public required string Body { get; init; }
        public Dictionary<string, string> Headers { get; } = new();
    }

    sealed class Sender
    {
        readonly LinkedList<MailMessage> retry = new();

        public void Send(MailMessage message, bool refused)
        {
            if (refused)
                retry.AddLast(message);
        }
    }

    sealed class RetryQueue : IProgram
    {
        readonly Worker worker = new();
        readonly Sender sender = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 300; i++)
            {
                MailMessage message = new() { To = $"user{round}.{i}@example.com", Body = new string('x', 200) };
                message.Headers["Subject"] = "Your order";
                sender.Send(message, refused: i % 3 == 0);
            }
        }
    }
}
