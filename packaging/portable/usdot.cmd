@rem Runs usdot with the Node beside it.
@"%~dp0runtime\node.exe" "%~dp0bin\usdot.cjs" %*
