# Installs agent-handoff for this user on Windows: downloads, checks the sum, tries the program, puts it in
# place. Changes nothing when any of that fails. Needs no administrator; it edits no environment variable.
#
# AGENT_HANDOFF_INSTALL_DIR  where to put the program; default: %LOCALAPPDATA%\Programs\agent-handoff
# AGENT_HANDOFF_DOWNLOAD     where to download from; default: the release this script belongs to
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

function Stop-Install([string] $Reason) {
    throw "Cannot install agent-handoff: $Reason"
}

function Get-Target {
    if ($env:OS -ne 'Windows_NT') {
        Stop-Install 'this is not Windows; run install.sh in a shell'
    }
    $processor = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
    switch ($processor) {
        'AMD64' { return 'windows-x64' }
        # Windows 11 on arm64 runs x64 programs.
        'ARM64' { return 'windows-x64' }
    }
    Stop-Install "there is no program for the processor `"$processor`"; known is x64"
}

function Save-File([string] $Address, [string] $Name, [string] $Directory) {
    try {
        Invoke-WebRequest -UseBasicParsing -Uri "$Address/$Name" -OutFile (Join-Path $Directory $Name)
    }
    catch {
        Stop-Install "`"$Address/$Name`" could not be downloaded: $($_.Exception.Message)"
    }
}

function Get-ExpectedSum([string] $Sums, [string] $Name) {
    foreach ($line in Get-Content $Sums) {
        $sum, $listed = $line -split '\s+', 2
        if ($listed -eq $Name) { return $sum }
    }
    return ''
}

function Install-AgentHandoff {
    $address = if ($env:AGENT_HANDOFF_DOWNLOAD) { $env:AGENT_HANDOFF_DOWNLOAD } else { '@address-of-this-release@' }
    if ($address.StartsWith('@')) {
        Stop-Install 'this script belongs to no release; set AGENT_HANDOFF_DOWNLOAD to a release''s address'
    }
    $target = Get-Target
    $directory = $env:AGENT_HANDOFF_INSTALL_DIR
    if (-not $directory) { $directory = Join-Path $env:LOCALAPPDATA 'Programs\agent-handoff' }
    $work = Join-Path $directory ".install-$([Guid]::NewGuid().ToString('n'))"
    try {
        New-Item -ItemType Directory -Force -Path $work | Out-Null
    }
    catch {
        Stop-Install "the directory `"$directory`" may not be written to"
    }
    try {
        $archive = "agent-handoff-$target.zip"
        Save-File $address 'SHA256SUMS' $work
        $expected = Get-ExpectedSum (Join-Path $work 'SHA256SUMS') $archive
        if (-not $expected) { Stop-Install "this release has no program for $target" }
        Save-File $address $archive $work
        $actual = (Get-FileHash -Algorithm SHA256 -Path (Join-Path $work $archive)).Hash
        if ($actual -ne $expected) {
            Stop-Install "`"$archive`" has the sum $actual, expected $expected; the download is cut or not the real one"
        }
        $unpacked = Join-Path $work 'unpacked'
        Expand-Archive -Path (Join-Path $work $archive) -DestinationPath $unpacked
        $program = Join-Path $unpacked 'agent-handoff.exe'
        $version = (& $program --version | Select-Object -First 1)
        if ($LASTEXITCODE -ne 0 -or $version -notlike 'agent-handoff *') {
            Stop-Install 'the program does not start on this system; run it by hand to see why'
        }
        try {
            Move-Item -Force -Path $program -Destination (Join-Path $directory 'agent-handoff.exe')
        }
        catch {
            Stop-Install "`"$directory\agent-handoff.exe`" cannot be replaced; close the clients that run it"
        }
        Write-Output "Installed $version in $directory"
    }
    finally {
        Remove-Item -Recurse -Force -Path $work -ErrorAction SilentlyContinue
    }
    $onPath = ($env:Path -split ';') -contains $directory
    if (-not $onPath) {
        Write-Output 'Add it to your PATH, for every new terminal:'
        Write-Output "  [Environment]::SetEnvironmentVariable('Path', [Environment]::GetEnvironmentVariable('Path', 'User') + ';$directory', 'User')"
    }
    $found = Get-Command agent-handoff -ErrorAction SilentlyContinue
    if ($found -and $found.Source -ne (Join-Path $directory 'agent-handoff.exe')) {
        Write-Output "Another copy comes first on your PATH: $($found.Source)"
    }
}

Install-AgentHandoff
