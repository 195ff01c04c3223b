// The rest of the heap: the parts that such programs usually have. All of them are bounded. Some
// hold more than any leak, and some are not full after the first round, so they grow a little, too.
using System.Collections.Concurrent;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Contoso.Catalog
{
    sealed class Product
    {
        public required string Sku { get; init; }
        public required string Title { get; init; }
        public decimal Price { get; set; }
        public int Stock { get; set; }
    }

    /// <summary>All products, read once at the start.</summary>
    sealed class ProductCatalog
    {
        readonly Dictionary<string, Product> bySku = new();

        public ProductCatalog(int count)
        {
            for (int i = 0; i < count; i++)
            {
                string sku = $"SKU-{i:D6}";
                bySku[sku] = new Product { Sku = sku, Title = $"Product number {i} of the range", Price = i, Stock = i % 50 };
            }
        }

        public Product? Find(string sku) => bySku.GetValueOrDefault(sku);
    }
}

namespace Contoso.Web
{
    sealed class UserSession
    {
        public required string User { get; init; }
        public DateTime Seen { get; set; }
        readonly byte[] state = new byte[3000];
        public void Touch(DateTime now)
        {
            Seen = now;
            state[now.Millisecond % state.Length]++;
        }
    }

    /// <summary>Sessions of a bounded number of users; a new one replaces the oldest.</summary>
    sealed class SessionStore
    {
        readonly ConcurrentDictionary<string, UserSession> sessions = new();
        readonly Queue<string> order = new();

        public UserSession Open(string user)
        {
            if (sessions.TryGetValue(user, out UserSession? session))
                return session;
            session = new UserSession { User = user };
            sessions[user] = session;
            order.Enqueue(user);
            if (order.Count > 125)
                sessions.TryRemove(order.Dequeue(), out _);
            return session;
        }
    }

    /// <summary>Rendered pages; a new one replaces the least recently used.</summary>
    sealed class PageCache
    {
        readonly LinkedList<(string Path, byte[] Html)> pages = new();

        public byte[] Render(string path)
        {
            for (LinkedListNode<(string Path, byte[] Html)>? node = pages.First; node is not null; node = node.Next)
            {
                if (node.Value.Path != path)
                    continue;
                pages.Remove(node);
                pages.AddFirst(node);
                return node.Value.Html;
            }
            byte[] html = new byte[12000];
            pages.AddFirst((path, html));
            if (pages.Count > 60)
                pages.RemoveLast();
            return html;
        }
    }

    /// <summary>A site: catalogue, sessions, pages, a logger, clients of other services.</summary>
    sealed partial class Site
    {
        [GeneratedRegex("^/products/(?<sku>[A-Z]+-[0-9]+)$")]
        private static partial Regex Route { get; }

        readonly Catalog.ProductCatalog catalog = new(900);
        readonly SessionStore sessions = new();
        readonly PageCache pages = new();
        readonly HttpClient payments = new() { BaseAddress = new Uri("https://payments.example") };
        readonly HttpClient shipping = new() { BaseAddress = new Uri("https://shipping.example") };
        readonly JsonSerializerOptions json = new(JsonSerializerDefaults.Web) { WriteIndented = true };
        readonly ServiceProvider services;
        readonly IConfigurationRoot configuration;
        readonly string[] recent = new string[500];
        readonly double[] prices = new double[40000];
        int served;

        public Site()
        {
            configuration = new ConfigurationBuilder()
                .AddInMemoryCollection(Enumerable.Range(0, 80).ToDictionary(i => $"Section{i % 8}:Key{i}", i => (string?)$"value {i}"))
                .Build();
            services = new ServiceCollection()
                .AddSingleton(configuration)
                .AddSingleton(sessions)
                .AddLogging()
                .BuildServiceProvider();
        }

        public void Serve(int requests)
        {
            ILogger log = services.GetRequiredService<ILoggerFactory>().CreateLogger("Contoso.Web.Site");
            for (int i = 0; i < requests; i++)
            {
                string path = $"/products/SKU-{served * 7 % 900:D6}";
                Match match = Route.Match(path);
                Catalog.Product? product = catalog.Find(match.Groups["sku"].Value);
                sessions.Open($"user{served % (served < 1200 ? 116 : 400)}").Touch(DateTime.UtcNow);
                pages.Render($"/products/{served % (served < 1200 ? 58 : 90)}");
                recent[served % recent.Length] = JsonSerializer.Serialize(product, json);
                prices[served % prices.Length] = (double)(product?.Price ?? 0);
                log.LogInformation("{Path} for {Client}", path, payments.BaseAddress ?? shipping.BaseAddress);
                served++;
            }
        }
    }
}

namespace Contoso.Desktop
{
    sealed class Icon(string name)
    {
        public string Name { get; } = name;
        public byte[] Pixels { get; } = new byte[32 * 32 * 4];
    }

    sealed class MenuItem(string text, Action command)
    {
        public string Text { get; } = text;
        public Action Command { get; } = command;
        public List<MenuItem> Items { get; } = [];
    }

    sealed class RecentFile
    {
        public required string Path { get; init; }
        public required byte[] Preview { get; init; }
    }

    /// <summary>The shell of a desktop program: icons, menus, settings, the files opened last.</summary>
    sealed class Shell
    {
        readonly Dictionary<string, Icon> icons = new();
        readonly MenuItem menu = new("", () => { });
        readonly Dictionary<string, string> settings = new();
        readonly Dictionary<string, string> texts = new();
        readonly Queue<RecentFile> recent = new();
        readonly int[] palette = new int[60000];
        readonly Regex filter = new(@"\.(txt|md|csv|json)$", RegexOptions.IgnoreCase);
        readonly JsonSerializerOptions json = new() { WriteIndented = true };
        int opened;

        public event Action<string>? FileOpened;

        public Shell()
        {
            for (int i = 0; i < 150; i++)
                icons[$"icon{i}"] = new Icon($"icon{i}");
            for (int i = 0; i < 12; i++)
            {
                MenuItem item = new($"Menu {i}", Nothing);
                menu.Items.Add(item);
                for (int k = 0; k < 15; k++)
                    item.Items.Add(new MenuItem($"Command {i}.{k}", () => Run(k)));
            }
            for (int i = 0; i < 300; i++)
                settings[$"editor.option{i}"] = $"the value of option {i}";
            for (int i = 0; i < 1500; i++)
                texts[$"text{i}"] = $"The text number {i} of the user interface, translated";
            FileOpened += path => settings["last"] = path;
        }

        void Nothing() { }

        void Run(int command) => palette[command]++;

        public void Open(int files)
        {
            for (int i = 0; i < files; i++)
            {
                string path = $"/home/me/notes/file{opened++}.txt";
                if (!filter.IsMatch(path))
                    continue;
                recent.Enqueue(new RecentFile { Path = path, Preview = new byte[1300] });
                if (recent.Count > 315)
                    recent.Dequeue();
                FileOpened?.Invoke(path);
                JsonSerializer.Serialize(settings.Take(5).ToDictionary(), json);
            }
        }
    }
}

namespace Contoso.Service
{
    sealed class Partition
    {
        public readonly long[] Offsets = new long[2000];
        public readonly Dictionary<int, string> Owners = new();
    }

    sealed class JobRecord
    {
        public required string Name { get; init; }
        public required DateTime Done { get; init; }
        public required Dictionary<string, string> Tags { get; init; }
    }

    /// <summary>A worker: partitions, a bounded history of jobs, configuration, pooled buffers.</summary>
    sealed class Worker
    {
        readonly Partition[] partitions = new Partition[24];
        readonly Queue<JobRecord> history = new();
        readonly ConcurrentBag<byte[]> pool = [];
        readonly IConfigurationRoot configuration;
        readonly ServiceProvider services;
        readonly HttpClient registry = new() { BaseAddress = new Uri("https://registry.example") };
        readonly Timer heartbeat;
        readonly SemaphoreSlim gate = new(4);
        int done;

        public Worker()
        {
            for (int i = 0; i < partitions.Length; i++)
            {
                partitions[i] = new Partition();
                for (int k = 0; k < 40; k++)
                    partitions[i].Owners[k] = $"node-{i}-{k}.cluster.example";
            }
            for (int i = 0; i < 40; i++)
                pool.Add(new byte[16384]);
            configuration = new ConfigurationBuilder()
                .AddInMemoryCollection(Enumerable.Range(0, 200).ToDictionary(i => $"Worker{i % 10}:Key{i}", i => (string?)$"value {i}"))
                .Build();
            services = new ServiceCollection().AddSingleton(configuration).AddLogging().BuildServiceProvider();
            heartbeat = new Timer(_ => Beat(), null, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1));
        }

        void Beat() => partitions[0].Offsets[0]++;

        public void Do(int jobs)
        {
            ILogger log = services.GetRequiredService<ILoggerFactory>().CreateLogger("Contoso.Service.Worker");
            for (int i = 0; i < jobs; i++)
            {
                gate.Wait();
                byte[] buffer = pool.TryTake(out byte[]? pooled) ? pooled : new byte[16384];
                history.Enqueue(new JobRecord
                {
                    Name = $"job {done}",
                    Done = DateTime.UtcNow,
                    Tags = new Dictionary<string, string> { ["host"] = registry.BaseAddress!.Host, ["n"] = done.ToString() },
                });
                if (history.Count > 400)
                    history.Dequeue();
                partitions[done % partitions.Length].Offsets[done % 2000]++;
                log.LogInformation("{Job} {Timer}", done++, heartbeat);
                pool.Add(buffer);
                gate.Release();
            }
        }
    }
}
