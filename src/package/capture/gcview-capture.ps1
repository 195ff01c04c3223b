# Takes a heap dump of a running .NET program on Windows, without tools of .NET: asks its runtime as
# `gcview request heap` says, over the named pipe on which each runtime listens. gcview-capture says
# why the session ends when gcview does.
#
#   gcview-capture.ps1 PID [FILE]
#
# FILE: heap-PID-1.nettrace by default, then -2 ...
param(
    [Parameter(Mandatory = $true, Position = 0)][int]$Id,
    [Parameter(Position = 1)][string]$File,
    [string]$Pipe = "dotnet-diagnostic-$Id" # elsewhere than on Windows: the path of the socket
)
$ErrorActionPreference = 'Stop'
$Before = $null
if (-not $File) {
    for ($n = 1; Test-Path ($File = "heap-$Id-$n.nettrace"); $n++) { $Before = $File }
}
$Path = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($File)
$Gcview = Get-ChildItem $PSScriptRoot -Filter 'gcview*' | Where-Object { $_.BaseName -eq 'gcview' } | Select-Object -First 1
$Gcview = if ($Gcview) { $Gcview.FullName } else { 'gcview' }
if (-not (Get-Process -Id $Id -ErrorAction SilentlyContinue)) { throw "there is no process $Id" }

function Start-Gcview([string]$Arguments) {
    $start = New-Object Diagnostics.ProcessStartInfo $Gcview, $Arguments
    $start.UseShellExecute = $false
    $start.RedirectStandardInput = $start.RedirectStandardOutput = $true
    [Diagnostics.Process]::Start($start)
}

# Sends the message that `gcview request WORDS` writes; returns the pipe, for the answer.
function Send-Request([string]$Words) {
    $message = New-Object IO.MemoryStream
    (Start-Gcview "request $Words").StandardOutput.BaseStream.CopyTo($message)
    $stream = New-Object IO.Pipes.NamedPipeClientStream '.', $Pipe, 'InOut', 'Asynchronous'
    try { $stream.Connect(5000) } catch {
        throw "process $Id does not listen on $Pipe`: it is no .NET program, is of another user, or runs with DOTNET_EnableDiagnostics=0"
    }
    $stream.Write($message.ToArray(), 0, $message.Length)
    $stream
}

function Get-Figure([string]$Summary, [string]$Key) {
    if ($Summary -match "(?m)^$Key\s+(.*?)\s*$") { $Matches[1] }
}

$answer = Send-Request 'heap'
$out = [IO.File]::Create("$Path.part")
try {
    $reader = Start-Gcview 'summary -q -'
    $reading = $true # until gcview has read the dump
    $session = $null
    $buffer = New-Object byte[] 65536
    for ($got = 0; $got -lt 28; $got += $n) { # the head of the answer ends with the number of the session
        $n = $answer.Read($buffer, $got, 28 - $got)
        if ($n -eq 0) { break }
    }
    $number = [BitConverter]::ToUInt64($buffer, 20)
    while ($got -gt 0) {
        $out.Write($buffer, 0, $got)
        try {
            if ($reading) { $reader.StandardInput.BaseStream.Write($buffer, 0, $got); $reader.StandardInput.BaseStream.Flush() }
        } catch { $reading = $false }
        $next = $answer.ReadAsync($buffer, 0, $buffer.Length)
        while (-not $next.Wait(50)) {
            if ($reader.HasExited -and $null -eq $session) {
                $session = '0x{0:x}' -f $number
                (Send-Request "stop $session").Dispose()
            }
        }
        $got = $next.Result
    }
} finally { $out.Dispose() }
if ($reading) { try { $reader.StandardInput.Close() } catch { $reading = $false } }
$summary = $reader.StandardOutput.ReadToEnd()
$reader.WaitForExit()
if ($reader.ExitCode -ne 0) {
    Remove-Item "$Path.part"
    throw "process $Id gave no dump"
}
Move-Item -Force "$Path.part" $Path
"$File`: $(Get-Figure $summary 'objects') objects, $(Get-Figure $summary 'bytes') bytes, $(Get-Figure $summary 'verdict')"
if ($Before) { "next: gcview $Before $File" } else {
    "next: gcview $File"
    "for a leak: let the program work, then repeat gcview-capture.ps1 $Id, and compare: gcview OLD NEW"
}
