/* ipc.h - the message format of the .NET diagnostics protocol, in both directions.
 *
 * A message is the magic, u16 total size, u8 command set, u8 command, u16 0 and a payload, all
 * little-endian. The runtime answers each message with one message; a trace follows the answer that
 * opens a session.
 */
#ifndef GCV_BASE_IPC_H
#define GCV_BASE_IPC_H

#define GCV_IPC_MAGIC "DOTNET_IPC_V1" /* the terminating zero is part of the message */

enum {
    GCV_IPC_MAGIC_SIZE = 14,
    GCV_IPC_HEAD_SIZE = 20,

    GCV_IPC_SET_TRACING = 2,
    GCV_IPC_STOP_TRACING = 1,     /* u64 session */
    GCV_IPC_COLLECT_TRACING2 = 3, /* since .NET Core 3.0 */

    GCV_IPC_SET_ANSWER = 0xff,
    GCV_IPC_OK = 0,      /* u64 session */
    GCV_IPC_ERROR = 0xff /* i32 HRESULT */
};

#endif
