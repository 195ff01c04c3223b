// A finalizer waits for a lock that another thread holds: what is to be finalized piles up behind it.
using Contoso.Service;
using Leaks;

namespace Interop.Files
{
    sealed class FileLease
    {
        public static readonly object Gate = new();
        readonly byte[] buffer = new byte[2500];

        ~FileLease()
        {
            lock (Gate)
                buffer[0]++;
        }
    }

    sealed class BlockedFinalizer : IProgram
    {
        readonly Worker worker = new();

        public BlockedFinalizer()
        {
            Thread holder = new(() =>
            {
                lock (FileLease.Gate)
                    Thread.Sleep(Timeout.Infinite);
            });
            holder.IsBackground = true;
            holder.Start();
            Thread.Sleep(100);
        }

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 25; i++)
                _ = new FileLease();
        }
    }
}
