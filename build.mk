# Builds everything but the nginx module: internd, internctl, the unit tests,
# the fuzz targets, the load driver and what measures the filters. Called by
# build.sh with VARIANT: release, asan (address and undefined sanitizers) or
# fuzz (clang). `replay` is the fuzz targets without libFuzzer, for any variant
# but fuzz. The twin is the filters once more, in another namespace and without
# SIMD and the sieve of addresses: the fuzz targets compare the two.

VARIANT ?= release
B := build/$(VARIANT)
list = $(shell . ./sources.sh && echo $$$(1))

CXX_release := g++
FLAGS_release := -O2 -g
CXX_asan := g++
FLAGS_asan := -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined \
    -fno-sanitize-recover=undefined
CXX_fuzz := clang++
FLAGS_fuzz := -O1 -g -fno-omit-frame-pointer \
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined

CXX := $(CXX_$(VARIANT))
FLAGS := -std=c++17 $(FLAGS_$(VARIANT)) -Wall -Wextra -Wpointer-arith \
    -Werror -Isrc -Ingx_module -It/unit

# what src/ but internd is linked with
LIBS := -lyajl -lcrypto -lhs -lre2

core := $(call list,gate_core)
internd := $(call list,gate_internd)
internctl := $(call list,gate_internctl)
unit := $(sort $(wildcard t/unit/*_test.cpp))
load := $(sort $(wildcard t/load/*.cpp))
measured := t/load/filters/engine.cpp t/load/filters/hostile.cpp \
    t/load/prose.cpp
fuzz := $(sort $(wildcard t/fuzz/*.cpp))

twin := $(wildcard t/fuzz/twin/*.cpp) src/guard/builtins.cpp \
    src/guard/byte_map.cpp src/guard/finding.cpp \
    src/guard/pattern/scratch.cpp \
    src/guard/pattern/vectorscan.cpp \
    $(filter src/base/% src/json/% src/guard/injection/% src/guard/people/% \
    src/guard/pii/%,$(filter-out %/address_sieve.cpp,$(core)))

targets := $(patsubst t/fuzz/%.cpp,%,$(fuzz))
replay := $(sort $(wildcard t/fuzz/replay/*.cpp))

objects = $(patsubst %.cpp,$(B)/%.o,$(1))
twins = $(patsubst %.cpp,$(B)/twin/%.o,$(1))

.PHONY: programs unit fuzz replay load filters
programs: build/internd build/internctl
unit: $(B)/unit_tests
load: $(B)/load_driver
filters: $(B)/filter_bench $(B)/filter_growth $(B)/rule_costs
fuzz: $(addprefix $(B)/,$(targets))
replay: $(addprefix $(B)/replay/,$(targets))

build/internd: $(call objects,$(internd))
	$(CXX) $(FLAGS) -o $@ $^ -lpthread -lcpp-httplib

build/internctl: $(call objects,$(internctl) $(core))
	$(CXX) $(FLAGS) -o $@ $^ $(LIBS)

$(B)/unit_tests: $(call objects,$(unit) $(core) \
        $(filter-out %/main.cpp,$(internd)))
	$(CXX) $(FLAGS) -o $@ $^ -lgtest_main -lgtest -lpthread $(LIBS) \
	    -lcpp-httplib

$(B)/load_driver: $(call objects,$(load))
	$(CXX) $(FLAGS) -o $@ $^ -lpthread

$(B)/filter_bench: $(call objects,t/load/filters/bench.cpp $(measured) $(core))
	$(CXX) $(FLAGS) -o $@ $^ -lbenchmark -lpthread $(LIBS)

$(B)/filter_growth: $(call objects,t/load/filters/growth.cpp $(measured) \
        $(core))
	$(CXX) $(FLAGS) -o $@ $^ $(LIBS)

$(B)/rule_costs: $(call objects,t/load/filters/rule_costs.cpp $(core))
	$(CXX) $(FLAGS) -o $@ $^ $(LIBS)

$(B)/replay/%: $(B)/t/fuzz/%.o $(call objects,$(replay) $(core)) $(B)/twin.a
	@mkdir -p $(@D)
	$(CXX) $(FLAGS) -o $@ $^ $(LIBS)

$(B)/%: $(B)/t/fuzz/%.o $(call objects,$(core)) $(B)/twin.a
	$(CXX) $(FLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)

$(B)/twin.a: $(call twins,$(twin))
	@rm -f $@
	ar rc $@ $^

$(B)/twin/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(FLAGS) -U__SSE2__ -Dgate=gate_twin -MMD -MP -c -o $@ $<

# half of a test's compile time is this header
$(B)/gtest.hpp.gch:
	@mkdir -p $(@D)
	echo '#include <gtest/gtest.h>' > $(B)/gtest.hpp
	$(CXX) $(FLAGS) -x c++-header -o $@ $(B)/gtest.hpp

$(B)/t/unit/%.o: t/unit/%.cpp $(B)/gtest.hpp.gch
	@mkdir -p $(@D)
	$(CXX) $(FLAGS) -include $(B)/gtest.hpp -MMD -MP -c -o $@ $<

$(B)/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(FLAGS) -MMD -MP -c -o $@ $<

# not .SECONDARY: a missing object of a library would not be made
.PRECIOUS: $(B)/%.o $(B)/twin/%.o $(B)/t/unit/%.o
-include $(shell find $(B) -name '*.d' 2>/dev/null)
