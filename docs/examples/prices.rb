# A server that tells prices, and needs more memory every day. SIGUSR2 makes it write its heap.
require 'objspace'
require 'socket'

class PriceFeed
  def initialize
    @listeners = []
  end

  def on_price(&listener)
    @listeners << listener
  end

  def publish(item, price)
    @listeners.each { |listener| listener.call(item, price) }
  end
end

class Watch
  def initialize(items)
    @prices = items.to_h { |item| [item, 0] }
  end

  def follow(feed)
    feed.on_price { |item, price| update(item, price) }
  end

  def update(item, price)
    @prices[item] = price if @prices.key?(item)
  end
end

class Catalog
  def initialize
    @items = (1..400).to_h { |i| ["item #{i}", "what item #{i} is good for"] }
  end

  def some
    @items.keys.first(20)
  end
end

CATALOG = Catalog.new
FEED = PriceFeed.new

dumps = 0
Signal.trap('USR2') do
  GC.start
  File.open("heap-#{dumps += 1}.json", 'w') { |file| ObjectSpace.dump_all(output: file) }
end

server = TCPServer.new('127.0.0.1', ARGV.fetch(0, 8080).to_i)
loop do
  connection = server.accept
  watch = Watch.new(CATALOG.some)
  watch.follow(FEED)
  FEED.publish(connection.gets.to_s.chomp, rand(100))
  connection.puts 'thank you'
  connection.close
end
