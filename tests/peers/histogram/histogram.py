# Prints the count and the bytes of each type of a log.
import sys
count, size, name = {}, {}, {}
with open(sys.argv[1], "rb") as log:
    for line in log:
        if line.startswith(b"o "):
            field = line.split(None, 4)
            type = field[2]
            count[type] = count.get(type, 0) + 1
            size[type] = size.get(type, 0) + int(field[3], 16)
        elif line.startswith(b"t "):
            field = line.rstrip(b"\n").split(b" ", 2)
            name[field[1]] = field[2]
total = {}
for type in count:
    old = total.get(name[type], (0, 0))
    total[name[type]] = (old[0] + count[type], old[1] + size[type])
for type in total:
    sys.stdout.buffer.write(b"%d\t%d\t%s\n" % (total[type] + (type,)))
