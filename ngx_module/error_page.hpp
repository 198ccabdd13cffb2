// nginx's own error pages in gated locations, as the JSON envelope.
#pragma once

namespace gate {

// Adds the filters that replace nginx's page for a 4xx or 5xx where
// gate_json_errors is on. A page of the operator's (error_page) stays.
void install_error_pages() noexcept;

}  // namespace gate
