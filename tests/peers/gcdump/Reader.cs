// Reads a .gcdump with the serializer of PerfView (package Microsoft.Diagnostics.Tracing.TraceEvent): its Deserializer reads the
// container into the classes below, whose fields are in the order in which PerfView reads them. Nodes are decoded here.
//
//   Reader FILE.gcdump >OBJECTS
//
// Prints a line for each object: id in hex, bytes, number of references, whether the root node reaches it, and type, separated by
// tabs. A name is `?` if it has other characters than printable ASCII, or if build servers obey it (`##[`, `::`), because gcview
// escapes such names. If the file is not what PerfView requires, ends with a message.
using System;
using System.Collections.Generic;
using System.IO;
using FastSerialization;

class MemoryGraph : IFastSerializable
{
    public long Total;
    public int Root;
    public (string Name, int Size, string Module)[] Types;
    public uint[] Offsets;
    public byte[] Blob;
    public ulong[] Addresses;
    public byte Is64Bit;

    public void ToStream(Serializer serializer) => throw new NotSupportedException();

    public void FromStream(Deserializer from)
    {
        from.Read(out Total);
        from.Read(out Root);
        Types = new (string, int, string)[from.ReadInt()];
        for (int i = 0; i < Types.Length; i++)
        {
            from.Read(out Types[i].Name);
            from.Read(out Types[i].Size);
            from.Read(out Types[i].Module);
        }
        Offsets = new uint[from.ReadInt()];
        for (int i = 0; i < Offsets.Length; i++)
            Offsets[i] = (uint)from.ReadInt();
        Blob = new byte[from.ReadInt()];
        for (int i = 0; i < Blob.Length; i++)
            Blob[i] = from.ReadByte();
        Addresses = new ulong[from.ReadInt()];
        for (int i = 0; i < Addresses.Length; i++)
            Addresses[i] = (ulong)from.ReadInt64();
        from.TryReadTagged(ref Is64Bit);
    }
}

class Segment : IFastSerializable, IFastSerializableVersion
{
    public ulong[] Fields = new ulong[7];
    public int Version => 1;
    public int MinimumVersionCanRead => 0;
    public int MinimumReaderVersion => 1;
    public void ToStream(Serializer serializer) => throw new NotSupportedException();
    public void FromStream(Deserializer from)
    {
        for (int i = 0; i < (from.VersionBeingRead >= 1 ? 7 : 6); i++)
            Fields[i] = (ulong)from.ReadInt64();
    }
}

class DotNetHeapInfo : IFastSerializable
{
    public Segment[] Segments;
    public void ToStream(Serializer serializer) => throw new NotSupportedException();
    public void FromStream(Deserializer from)
    {
        from.ReadInt64();
        Segments = new Segment[from.ReadInt()];
        for (int i = 0; i < Segments.Length; i++)
            from.Read(out Segments[i]);
    }
}

// Never in a file, but the serializer needs a type for null.
class Absent : IFastSerializable
{
    public void ToStream(Serializer serializer) => throw new NotSupportedException();
    public void FromStream(Deserializer from) => throw new NotSupportedException();
}

class GCHeapDump : IFastSerializable, IFastSerializableVersion
{
    public MemoryGraph Graph;
    public string Tool;

    public int Version => 10;
    public int MinimumVersionCanRead => 8;
    public int MinimumReaderVersion => 8;
    public void ToStream(Serializer serializer) => throw new NotSupportedException();

    public void FromStream(Deserializer from)
    {
        from.Read(out Graph);
        from.ReadByte();
        from.ReadFloat();
        from.ReadFloat();
        from.Read(out Absent _);
        from.Read(out DotNetHeapInfo _);
        from.ReadString();
        from.ReadInt64();
        from.ReadString();
        from.ReadString();
        from.ReadInt();
        from.ReadInt64();
        from.ReadInt64();
        int multipliers = from.ReadInt();
        for (int i = 0; i < multipliers; i++)
            from.ReadFloat();
        Absent tables = null;
        from.TryReadTagged(ref tables);
        if (!from.TryReadTagged(ref Tool))
            throw new InvalidDataException("no tool");
    }
}

static class Reader
{
    struct Node
    {
        public int Type, Size;
        public int[] Children;
    }

    static string Shown(string name)
    {
        foreach (char c in name)
            if (c < ' ' || c > '~' || c == '\\')
                return "?";
        return name.Contains("##") || name.Contains("::") ? "?" : name;
    }

    static int Packed(byte[] blob, ref int at)
    {
        int value = (sbyte)(blob[at] << 1) >> 1;
        while ((blob[at++] & 0x80) != 0)
            value = value << 7 | blob[at] & 0x7f;
        return value;
    }

    static Node Decode(MemoryGraph graph, int index, ref int end)
    {
        int at = (int)graph.Offsets[index];
        int head = Packed(graph.Blob, ref at);
        Node node = new Node { Type = head >> 1 };
        node.Size = (head & 1) != 0 ? Packed(graph.Blob, ref at) : graph.Types[node.Type].Size;
        node.Children = new int[Packed(graph.Blob, ref at)];
        for (int i = 0; i < node.Children.Length; i++)
            node.Children[i] = index + Packed(graph.Blob, ref at);
        end = at;
        return node;
    }

    static void Main(string[] arguments)
    {
        var from = new Deserializer(arguments[0], SerializationSettings.Default.WithStreamLabelWidth(StreamLabelWidth.FourBytes));
        from.RegisterFactory("GCHeapDump", () => new GCHeapDump());
        from.RegisterFactory("Graphs.MemoryGraph", () => new MemoryGraph());
        from.RegisterFactory("DotNetHeapInfo", () => new DotNetHeapInfo());
        from.RegisterFactory("GCHeapDumpSegment", () => new Segment());
        var dump = (GCHeapDump)from.GetEntryObject();
        MemoryGraph graph = dump.Graph;
        var nodes = new Node[graph.Offsets.Length];
        int end = 2;
        long total = 0;
        for (int i = 0; i < nodes.Length; i++)
        {
            if (graph.Offsets[i] != end)
                throw new InvalidDataException($"node {i} is at {graph.Offsets[i]}, not {end}");
            nodes[i] = Decode(graph, i, ref end);
            total += nodes[i].Size;
        }
        if (end != graph.Blob.Length || total != graph.Total || graph.Addresses.Length != nodes.Length || dump.Tool != "gcview")
            throw new InvalidDataException($"{end} bytes of nodes, {total} in all, by {dump.Tool}");
        var reached = new bool[nodes.Length];
        var todo = new Stack<int>();
        reached[graph.Root] = true;
        todo.Push(graph.Root);
        while (todo.Count > 0)
            foreach (int child in nodes[todo.Pop()].Children)
                if (!reached[child])
                {
                    reached[child] = true;
                    todo.Push(child);
                }
        using var rows = new StreamWriter(Console.OpenStandardOutput());
        for (int i = 0; i < nodes.Length; i++)
            if (graph.Addresses[i] != 0)
                rows.Write($"{graph.Addresses[i]:x}\t{nodes[i].Size}\t{nodes[i].Children.Length}\t{(reached[i] ? 1 : 0)}\t{Shown(graph.Types[nodes[i].Type].Name)}\n");
    }
}
