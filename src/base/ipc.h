/* ipc.h - what messages of the diagnostics protocol of .NET have in common, whoever writes them.
 *
 * A message is the magic, u16 size of all of it, u8 set, u8 command, u16 0 and a payload, all
 * little-endian. The runtime answers each with one message; behind that of a session comes a trace.
 */
#ifndef GCV_BASE_IPC_H
#define GCV_BASE_IPC_H

#define GCV_IPC_MAGIC "DOTNET_IPC_V1" /* the zero behind it is part of the message */

enum {
    GCV_IPC_MAGIC_SIZE = 14,
    GCV_IPC_HEAD_SIZE = 20,

    GCV_IPC_SET_TRACING = 2,
    GCV_IPC_STOP_TRACING = 1,     /* u64 session */
    GCV_IPC_COLLECT_TRACING2 = 3, /* .NET Core 3.0 on */

    GCV_IPC_SET_ANSWER = 0xff,
    GCV_IPC_OK = 0,      /* u64 session */
    GCV_IPC_ERROR = 0xff /* i32 HRESULT */
};

#endif
