-- Neovim's own client, as Debian has it: lists the diagnostics of the buffer, shows a hover text, and sees the
-- diagnostics go once the text is mended. Prints one JSON object. Environment: SERVER, GOOD (a line), LINE (from 0).
local function finish(result)
  io.stdout:write(vim.fn.json_encode(result) .. "\n")
  vim.cmd(result.error and "cquit!" or "qall!")
end

local ok, result = pcall(function()
  local id = vim.lsp.start_client({
    name = "pyasc-lint",
    cmd = { os.getenv("SERVER") },
    root_dir = vim.fn.getcwd(),
  })
  assert(id, "the client did not start")
  vim.lsp.buf_attach_client(0, id)
  assert(vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50), "no diagnostics")
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { code = each.code, line = each.lnum, column = each.col, source = each.source })
  end
  local params = vim.lsp.util.make_position_params()
  params.position = { line = found[1].line, character = found[1].column }
  local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", params, 60000)
  local line = tonumber(os.getenv("LINE"))
  vim.api.nvim_buf_set_lines(0, line, line + 1, false, { os.getenv("GOOD") })
  assert(vim.wait(60000, function() return #vim.diagnostic.get(0) == 0 end, 50), "the diagnostics did not go")
  return { found = found, hover = hover[id].result.contents.value }
end)
finish(ok and result or { error = tostring(result) })
