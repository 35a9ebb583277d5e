-- Asks the questions of a file, one a line, in turn, and prints the outcome as one line of JSON.
-- Without a file it asks for the path alone. wrk hands what follows `--` to init.

local requests = {}
local asked = 0

function init(arguments)
  wrk.headers["Content-Type"] = "application/json"
  if arguments[1] then
    for line in io.lines(arguments[1]) do
      requests[#requests + 1] = wrk.format("POST", nil, nil, line)
    end
  else
    requests[1] = wrk.format("GET")
  end
end

function request()
  asked = asked % #requests + 1
  return requests[asked]
end

function done(summary, latency)
  local errors = summary.errors
  local wrong = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '{"requests": %d, "microseconds": %d, "errors": %d, "p50": %d, "p90": %d, "p99": %d}\n',
    summary.requests, summary.duration, wrong,
    latency:percentile(50), latency:percentile(90), latency:percentile(99)))
end
