# GitLab's client of OpenID Connect with the settings of docs/integrate/gitlab.md: ARGV has the port and their file.
#
# `/who` answers with the uid by which GitLab would find the person who is logged in.

require "omniauth"
require "omniauth_openid_connect"
require "rack"
require "securerandom"

# Without TLS, which the addresses of the page have.
SWD.url_builder = URI::HTTP
OpenIDConnect.http_config { |client| client.ssl_config.verify_mode = OpenSSL::SSL::VERIFY_PEER }

gitlab_rails = {}
eval(File.read(ARGV[1]), binding, ARGV[1])
provider = gitlab_rails["omniauth_providers"].first

OmniAuth.config.path_prefix = "/users/auth"
OmniAuth.config.request_validation_phase = nil
# Failures are shown, and not sent elsewhere.
OmniAuth.config.on_failure = proc { |env| [401, {}, [env["omniauth.error"].inspect]] }

application = Rack::Builder.new do
  use Rack::Session::Cookie, secret: SecureRandom.hex(32)
  use OmniAuth::Builder do
    provider(:openid_connect, provider[:args])
  end
  run(lambda do |env|
    session = env["rack.session"]
    if (login = env["omniauth.auth"])
      session["uid"] = login.uid
      session["email"] = login.info.email
      next [302, { "Location" => "/who" }, []]
    end
    [200, { "Content-Type" => "text/plain" }, [session["uid"].to_s]]
  end)
end

Rack::Handler::WEBrick.run(application, Host: "127.0.0.1", Port: ARGV[0].to_i, AccessLog: [])
