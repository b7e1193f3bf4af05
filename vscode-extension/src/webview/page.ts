/** What the page of the memory map needs to know. */
export interface Page {
  nonce: string;
  source: string;
  script: string;
  style: string;
  language: string;
}

/** The page: nothing but our script and our style is allowed in it. */
export function page({ nonce, source, script, style, language }: Page): string {
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}';">
<link rel="stylesheet" href="${style}">
<title>pyasc-lint</title>
</head>
<body>
<p id="problem" role="status" hidden></p>
<div id="image"></div>
<div id="tables"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
